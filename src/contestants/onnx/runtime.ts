import { messageOf, SextantError } from '../../contracts/index.ts';
import type { Runtime } from './network.ts';
import { runtimePlaces, runtimeWasm } from './runtime-files.ts';

let runtime: Promise<Runtime> | undefined;

/** onnxruntime-web on one thread, with its one WASM build of fixed-width SIMD: the same code wherever it runs. */
export function openRuntime(): Promise<Runtime> {
  runtime ??= load();
  return runtime;
}

async function load(): Promise<Runtime> {
  try {
    const { loader } = runtimePlaces();
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
