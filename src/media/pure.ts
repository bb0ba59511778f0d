/** The part of this room that needs no Node: what the viewer's page shows and scores with. */
import type { MediaRef } from '../contracts/index.ts';
import { assetsOver } from './assets.ts';
import { decodeMaskInBrowser } from './png-read-web.ts';

/** Assets for scorers, over anything that hands out bytes. */
export function browserAssets(bytes: (ref: MediaRef) => Promise<Uint8Array>) {
  return assetsOver(bytes, decodeMaskInBrowser);
}
