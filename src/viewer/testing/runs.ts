import { appendFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tiny } from '../../benchmarks/tiny/index.ts';
import type { Dataset, Model, RunEvent, Sample } from '../../contracts/index.ts';
import { findProtocol, runUnits, specFor, summariseRun } from '../../engine/index.ts';
import { measured } from '../../engine/testing/measured.ts';
import { demand, Gate } from '../../util/index.ts';

const clock = { now: () => performance.now(), date: () => new Date().toISOString() };
const never = new AbortController().signal;

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'sextant-viewer-'));
}

/** What a model says to the question at this place. */
export type Says = (unit: { id: string; at: number }) => string;

/** A real run of the tiny benchmark, made in this process; `change` may put anything into its questions. */
export async function tinyRun(opts: {
  folder: string;
  count: number;
  says?: Says;
  /** Somebody who answers, instead of what `says` says. */
  model?: Model;
  change?(sample: Sample, at: number): void;
  /** Bytes of pictures that only `change` knows. */
  files?: Map<string, Uint8Array>;
}): Promise<string> {
  const { folder, count, says = () => 'A', change, files } = opts;
  const whole: Dataset = await tiny.load({ args: { count: String(count), seed: '1' } });
  const samples = await Promise.all(
    whole.ids.map(async (_, at) => {
      const sample = structuredClone(await whole.sample(at));
      change?.(sample, at);
      return sample;
    }),
  );
  const dataset: Dataset = {
    ...whole,
    ids: samples.map(({ id }) => id),
    sample: async (at) => samples[at] ?? whole.sample(at),
    bytes: async (ref) => files?.get(ref.sha256) ?? whole.bytes(ref),
  };
  const places = new Map(dataset.ids.map((id, at) => [id, at]));
  const model: Model = opts.model ?? {
    id: 'test/model',
    capabilities: { maxImages: 4, video: false, coordinates: null, peeks: 'nothing' },
    settings: {},
    answer: async ({ unit }) => ({ text: says({ id: unit.id, at: demand(places, unit.id) }), finish: 'stop' }),
  };
  const spec = specFor({
    benchmark: tiny,
    args: {},
    dataset,
    protocol: findProtocol(tiny),
    select: {},
    epochs: 1,
    seed: 0,
    model: { id: model.id, settings: {}, readsTruth: false },
  });
  await runUnits({
    folder,
    spec,
    benchmark: tiny,
    dataset,
    keepMedia: false,
    ...measured(model),
    price: null,
    versions: {},
    gate: new Gate(4, clock.now),
    retries: 0,
    clock,
    stop: never,
    abort: never,
  });
  await summariseRun(folder, tiny);
  return folder;
}

/** What a process that works on the run would write. */
export function append(folder: string, ...events: RunEvent[]): void {
  appendFileSync(join(folder, 'events.ndjson'), events.map((event) => `${JSON.stringify(event)}\n`).join(''));
}
