import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { readRegular } from '../../files/index.ts';

/** The runtime’s loader, unless the module's own is used, and its WebAssembly. The package brings it packed; in a clone it is a development dependency. */
export function runtimePlaces(): { loader?: string; wasm: string; packed: boolean } {
  const packed = new URL('onnxruntime/', import.meta.url);
  const wasm = fileURLToPath(new URL('ort.wasm.br', packed));
  if (existsSync(wasm)) return { loader: new URL('ort.mjs', packed).href, wasm, packed: true };
  return { wasm: fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')), packed: false };
}

/** The WebAssembly of the runtime: for browsers, too. */
export function runtimeWasm(): Uint8Array<ArrayBuffer> {
  const { wasm, packed } = runtimePlaces();
  const bytes = readRegular(wasm);
  return new Uint8Array(packed ? brotliDecompressSync(bytes) : bytes);
}
