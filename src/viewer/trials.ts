import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { references } from '../contestants/index.ts';
import { type Dataset, SextantError } from '../contracts/index.ts';
import { findBenchmark } from '../engine/index.ts';
import { Recent } from '../util/index.ts';
import type { ReferenceHead, Trial } from './wire.ts';

/** Data sets that are kept open. */
const OPEN = 4;

/** Questions to try a network on, made when they are asked for. Benchmarks that need files are left to `run`. */
export class Trials {
  readonly #open = new Recent<string, Promise<Dataset>>(OPEN);
  /** One at a time: laying a table or drawing a scene takes a while. */
  #turn: Promise<unknown> = Promise.resolve();

  /** @example trials.make('rsb-math-4:condition=direct', 17) */
  async make(spec: string, index: number): Promise<Trial> {
    const made = this.#turn.then(() => this.#make(spec, index));
    this.#turn = made.catch(() => {});
    return made;
  }

  async #make(spec: string, index: number): Promise<Trial> {
    const { benchmark, args } = findBenchmark(spec);
    if (benchmark.needsData)
      throw new SextantError('bad_argument', `${benchmark.id} needs files: only what is made here can be tried`);
    const opening = this.#open.get(spec) ?? this.#open.set(spec, benchmark.load({ args }));
    opening.catch(() => this.#open.delete(spec));
    const dataset = await opening;
    const sample = await dataset.sample(index);
    const refs = [...sample.media, ...(benchmark.evidence?.(sample) ?? [])];
    const files = refs.map(async (ref) => {
      return { sha256: ref.sha256, type: ref.type, base64: Buffer.from(await dataset.bytes(ref)).toString('base64') };
    });
    return { benchmark: benchmark.id, sample, files: await Promise.all(files) };
  }
}

export const referenceHeads: readonly ReferenceHead[] = references.map(({ id, about, ability }) => {
  return { id, about, ability, network: `${id}.onnx`, manifest: `${id}.json` };
});

/** A file of a network that comes with Sextant; undefined where none has this name. */
export function referenceFile(address: string): Promise<Uint8Array<ArrayBuffer>> | undefined {
  for (const { id, file } of references) {
    if (address === `${id}.onnx`) return read(file);
    if (address === `${id}.json`) return read(new URL(file.href.replace(/\.onnx$/, '.json')));
  }
  return undefined;
}

async function read(file: URL): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(fileURLToPath(file)));
}
