import { SextantError } from '../contracts/index.ts';
import { at } from '../util/index.ts';

/** What a WebAssembly module begins with: its magic number and version. */
const HEAD = 8;
const CUSTOM = 0;

/** The same WebAssembly module without its custom sections (names, debug information), which no engine needs to run it. */
export function slimWasm(wasm: Uint8Array): Uint8Array {
  const kept = [wasm.subarray(0, HEAD)];
  for (let start = HEAD; start < wasm.length; ) {
    const { value: size, next } = lengthAt(wasm, start + 1);
    const end = next + size;
    if (end > wasm.length) throw new SextantError('internal', 'a WebAssembly section is longer than its file');
    if (at(wasm, start) !== CUSTOM) kept.push(wasm.subarray(start, end));
    start = end;
  }
  return Buffer.concat(kept);
}

/** A number in LEB128: seven bits per byte, the lowest first. */
function lengthAt(wasm: Uint8Array, start: number): { value: number; next: number } {
  let value = 0;
  for (let [next, shift] = [start, 0]; ; next += 1, shift += 7) {
    const byte = at(wasm, next);
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, next: next + 1 };
  }
}
