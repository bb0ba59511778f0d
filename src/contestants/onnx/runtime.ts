import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { messageOf, SextantError } from '../../contracts/index.ts';
import { readRegular } from '../../files/index.ts';
import type { Runtime } from './network.ts';

let runtime: Promise<Runtime> | undefined;

/** onnxruntime-web on one thread, with its one WASM build of fixed-width SIMD: the same code wherever it runs. */
export function openRuntime(): Promise<Runtime> {
  runtime ??= load();
  return runtime;
}

async function load(): Promise<Runtime> {
  try {
    const { loader } = places();
    const ort: Runtime = loader === undefined ? await import('onnxruntime-web/wasm') : await import(loader);
    ort.env.wasm.numThreads = 1;
    ort.env.wasm.proxy = false;
    ort.env.wasm.wasmBinary = runtimeWasm();
    ort.env.logLevel = 'fatal';
    return ort;
  } catch (cause) {
    throw new SextantError('missing_module', `the ONNX runtime cannot be loaded: ${messageOf(cause)}`, {
      fix: 'install Sextant again, or onnxruntime-web beside it',
      cause,
    });
  }
}

/** Its loader, unless the module's own is used, and its WebAssembly. The package brings it packed; in a clone it is a development dependency. */
function places(): { loader?: string; wasm: string; packed: boolean } {
  const packed = new URL('onnxruntime/', import.meta.url);
  const wasm = fileURLToPath(new URL('ort.wasm.br', packed));
  if (existsSync(wasm)) return { loader: new URL('ort.mjs', packed).href, wasm, packed: true };
  return { wasm: fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')), packed: false };
}

/** The WebAssembly of the runtime: for browsers, too. */
export function runtimeWasm(): Uint8Array<ArrayBuffer> {
  const { wasm, packed } = places();
  const bytes = readRegular(wasm);
  return new Uint8Array(packed ? brotliDecompressSync(bytes) : bytes);
}
