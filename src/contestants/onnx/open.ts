import { resolve } from 'node:path';
import { type Model, messageOf, type Policy, SextantError } from '../../contracts/index.ts';
import { readOptional, readRegular, sha256 } from '../../files/index.ts';
import { decodeRgb } from '../../media/index.ts';
import { networkModel } from './model.ts';
import { type Network, openNetwork } from './network.ts';
import { networkPolicy } from './policy.ts';
import { openRuntime } from './runtime.ts';

/** Most bytes of a network. */
const MOST = 512 * 2 ** 20;

/** A policy that is an ONNX file. @param id what it is called, if not by its manifest */
export function openOnnxPolicy(path: string, cwd: string, id?: string): Promise<Policy> {
  return opened(path, cwd, (network) => networkPolicy(network, id));
}

/** A model that is an ONNX file. @param id what it is called, if not by its manifest */
export function openOnnxModel(path: string, cwd: string, id?: string): Promise<Model> {
  return opened(path, cwd, (network) => networkModel(network, { decode: decodeRgb, id }));
}

async function opened<T>(path: string, cwd: string, as: (network: Network) => T): Promise<T> {
  const file = resolve(cwd, path);
  const bytes = readBytes(file);
  const manifest = await readOptional(file.replace(/\.onnx$/, '.json'));
  const network = await openNetwork({ file, bytes, manifest }, { openRuntime, sha256 });
  try {
    return as(network);
  } catch (error) {
    await network.close();
    throw error;
  }
}

function readBytes(path: string): Uint8Array {
  try {
    return readRegular(path, { most: MOST });
  } catch (cause) {
    if (cause instanceof SextantError) throw cause;
    throw new SextantError('bad_config', `cannot read the network: ${messageOf(cause)}`, { where: path, cause });
  }
}
