import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tiny } from '../../benchmarks/tiny/index.ts';
import type { Model, ShardChoice } from '../../contracts/index.ts';
import { at, Gate } from '../../util/index.ts';
import { runUnits } from '../run/run.ts';
import { findProtocol, specFor } from '../run/spec.ts';
import { summariseRun } from '../score/stored-summary.ts';
import { measured } from './measured.ts';

const clock = { now: () => performance.now(), date: () => new Date().toISOString() };
const never = new AbortController().signal;

/** The reply to a unit, by its place in the data and its epoch. Throwing stands for a failed request. */
export type Says = (at: number, epoch: number) => string | Promise<string>;

/** Fixed replies: right, wrong, unreadable, and one failed request. */
export const mixed: Says = (place) => {
  if (place === 5) throw new Error('out of luck');
  // Questions to point and to choose take turns.
  const points = ['(0.5, 0.5)', '(0.373, 0.127)', 'no idea'];
  const letters = ['The answer is (B).', 'A', 'no idea', 'ünïcödé \u{1f600} C'];
  return place % 2 === 0 ? at(points, (place / 2) % 3) : at(letters, ((place - 1) / 2) % 4);
};

export const questions = (count = 12) => tiny.load({ args: { count: String(count), seed: '1' } });

/** A real run of the tiny benchmark, in this process; again with the same folder: resumes. */
export async function tinyRun(
  opts: {
    folder?: string;
    says?: Says;
    count?: number;
    epochs?: number;
    limit?: number;
    concurrency?: number;
    shard?: ShardChoice;
  } = {},
) {
  const { folder = mkdtempSync(join(tmpdir(), 'sextant-engine-')), says = mixed, count = 12, epochs = 1 } = opts;
  const dataset = await questions(count);
  const model: Model = {
    id: 'test/model',
    capabilities: { maxImages: 4, video: false, coordinates: null, peeks: 'nothing' },
    settings: {},
    answer: async ({ unit }) => ({ text: await says(dataset.ids.indexOf(unit.id), unit.epoch), finish: 'stop' }),
  };
  const spec = specFor({
    benchmark: tiny,
    args: { count: String(count), seed: '1' },
    dataset,
    protocol: findProtocol(tiny),
    epochs,
    select: opts.limit === undefined ? {} : { limit: opts.limit },
    seed: 0,
    model: { id: model.id, settings: {}, readsTruth: false },
  });
  await runUnits({
    folder,
    spec,
    ...(opts.shard && { shard: opts.shard }),
    benchmark: tiny,
    dataset,
    keepMedia: false,
    ...measured(model),
    price: null,
    versions: {},
    gate: new Gate(opts.concurrency ?? 4, clock.now),
    retries: 0,
    clock,
    stop: never,
    abort: never,
  });
  const { summary } = await summariseRun(folder, tiny);
  return { folder, summary };
}
