import type { MediaRef } from '../contracts/index.ts';
import { sha256 } from '../files/index.ts';
import { imageInfo } from './image-info.ts';

/**
 * The reference to a picture.
 * @example describeImage(png) // { sha256: '…', type: 'image/png', bytes: 1234, width: 320, height: 240 }
 */
export function describeImage(bytes: Uint8Array): MediaRef {
  const { type, width, height } = imageInfo(bytes);
  return { sha256: sha256(bytes), type, bytes: bytes.length, width, height };
}
