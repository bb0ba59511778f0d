import type { Assets, Mask, MediaRef } from '../contracts/index.ts';

/** Smaller ones may share their memory with others and are left to the collector. */
const LARGE = 1 << 16;

/**
 * Assets over anything that hands out bytes. A mask is decoded once, however many scorers look at it, until `free`.
 * @example const assets = assetsOver((ref) => dataset.bytes(ref), decodeMask);
 */
export function assetsOver(
  bytes: (ref: MediaRef) => Promise<Uint8Array>,
  decode: (bytes: Uint8Array) => Promise<Mask>,
): Assets & {
  /** Frees decoded masks at once; the garbage collector would let them pile up. */
  free(): void;
} {
  let masks = new Map<string, Mask>();
  return {
    bytes,
    async mask(ref) {
      const known = masks.get(ref.sha256);
      if (known) return known;
      const mask = await decode(await bytes(ref));
      masks.set(ref.sha256, mask);
      return mask;
    },
    free() {
      if (masks.size === 0) return;
      for (const { values } of masks.values())
        if (values.byteLength >= LARGE && values.buffer instanceof ArrayBuffer) values.buffer.transfer(0);
      // A new one: what is cleared keeps its old table, and with it the masks, until the next full collection.
      masks = new Map();
    },
  };
}
