import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import type * as Ort from 'onnxruntime-web/wasm';
import { messageOf, SextantError } from '../../contracts/index.ts';
import { readRegular } from '../../files/index.ts';

export type Runtime = typeof Ort;

let runtime: Promise<Runtime> | undefined;

/** onnxruntime-web on one thread, with its one WASM build of fixed-width SIMD: the same code wherever it runs. */
export function openRuntime(): Promise<Runtime> {
  runtime ??= load();
  return runtime;
}

async function load(): Promise<Runtime> {
  try {
    const { ort, wasm } = await find();
    ort.env.wasm.numThreads = 1;
    ort.env.wasm.proxy = false;
    ort.env.wasm.wasmBinary = wasm;
    ort.env.logLevel = 'fatal';
    return ort;
  } catch (cause) {
    throw new SextantError('missing_module', `the ONNX runtime cannot be loaded: ${messageOf(cause)}`, {
      fix: 'install Sextant again, or onnxruntime-web beside it',
      cause,
    });
  }
}

/** The package brings it packed; in a clone it is a development dependency. */
async function find(): Promise<{ ort: Runtime; wasm: Uint8Array<ArrayBuffer> }> {
  const packed = new URL('onnxruntime/', import.meta.url);
  if (existsSync(new URL('ort.wasm.br', packed))) {
    const ort: Runtime = await import(new URL('ort.mjs', packed).href);
    return {
      ort,
      wasm: new Uint8Array(brotliDecompressSync(readRegular(fileURLToPath(new URL('ort.wasm.br', packed))))),
    };
  }
  const ort = await import('onnxruntime-web/wasm');
  const wasm = import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm');
  return { ort, wasm: new Uint8Array(readRegular(fileURLToPath(wasm))) };
}
