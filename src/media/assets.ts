import type { Assets, MediaRef } from '../contracts/index.ts';
import { decodeMask } from './mask.ts';

/**
 * Assets over anything that hands out bytes.
 * @example const assets = assetsFrom((ref) => dataset.bytes(ref));
 */
export function assetsFrom(bytes: (ref: MediaRef) => Promise<Uint8Array>): Assets {
  return { bytes, mask: async (ref) => decodeMask(await bytes(ref)) };
}
