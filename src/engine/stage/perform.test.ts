import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rsbSuites } from '../../benchmarks/index.ts';
import { tiny } from '../../benchmarks/tiny/index.ts';
import type { AttemptEvent, Contestant, Model, Needs } from '../../contracts/index.ts';
import { findExtractor } from '../../extract/index.ts';
import { Blobs } from '../../store/index.ts';
import { Gate } from '../../util/index.ts';
import { runUnits } from '../run/run.ts';
import { findProtocol, specFor } from '../run/spec.ts';
import { contextOf } from '../score/judge.ts';
import { summariseRun } from '../score/stored-summary.ts';
import { measured } from '../testing/measured.ts';
import { performChoice, performPolicy } from './perform.ts';
import { Stage } from './stage.ts';
import { StagedDataset } from './staged-dataset.ts';

const COUNT = 300;
const clock = { now: () => performance.now(), date: () => new Date().toISOString() };
const never = new AbortController().signal;

test(`${COUNT} questions to a model with hands, all under way at once, lose no answer`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-hands-'));
  const dataset = await tiny.load({ args: { count: String(COUNT), seed: '1' } });
  const protocol = findProtocol(tiny);
  let asked = 0;
  let answerAll = () => {};
  const everybodyAsked = new Promise<void>((resolve) => (answerAll = resolve));
  const model: Model = {
    id: 'test/slow',
    capabilities: { maxImages: 9, video: false, coordinates: null, peeks: 'nothing' },
    settings: {},
    async answer() {
      asked += 1;
      if (asked === COUNT) answerAll();
      await everybodyAsked;
      return { text: 'I do not know.', finish: 'stop' };
    },
  };
  const known = { id: model.id, settings: {}, readsTruth: false };
  const spec = specFor({ benchmark: tiny, args: {}, dataset, protocol, model: known, select: {}, epochs: 1, seed: 0 });
  const blobs = new Blobs(folder);
  // It has no answer, so the hands stay where they are and no thread begins.
  const stage = new Stage({ benchmark: 'tiny', args: {}, cwd: folder }, 1);
  const seen = new Set<string>();
  const { contestant } = measured(model);
  if (!contestant.answer) return expect.fail();
  const respond = performChoice(contestant.answer, {
    stage,
    blobs,
    seed: 0,
    timeoutMs: 1000,
    extractor: findExtractor(protocol.extractor),
    contextOf: (sample) => {
      seen.add(sample.id);
      return contextOf(tiny, sample);
    },
  });
  await runUnits({
    folder,
    spec,
    benchmark: tiny,
    dataset,
    keepMedia: false,
    contestant,
    respond,
    blobs,
    price: null,
    versions: {},
    gate: new Gate(COUNT, clock.now),
    retries: 0,
    clock,
    stop: never,
    abort: never,
  });
  const { summary } = await summariseRun(folder, tiny);
  expect(summary).toMatchObject({ missing: 0, outcomes: { unparsed: COUNT } });
  expect(seen.size).toBe(COUNT);
});

test('an episode’s commands are written before its line: whoever reads of it finds them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-acts-'));
  const [benchmark] = rsbSuites;
  if (!benchmark) return expect.fail();
  const args = { ...benchmark.args, episodes: '1' };
  const stage = new Stage({ benchmark: benchmark.id, args, cwd: folder }, 1);
  const dataset = new StagedDataset(await benchmark.load({ args }), stage);
  const protocol = findProtocol(benchmark, undefined, 'policy');
  const known = { id: 'policy/expert', settings: {}, readsTruth: true };
  const spec = specFor({ benchmark, args, dataset, protocol, model: known, select: {}, epochs: 1, seed: 0 });
  const needs: Needs = { cameras: [], action: 'qpos', peeks: 'truth' };
  const act = { reference: 'policy/expert', needs };
  const contestant: Contestant = { id: known.id, settings: {}, act, close: async () => {} };
  const blobs = new Blobs(folder);
  const respond = performPolicy(act, { stage, blobs, seed: 0, timeoutMs: 600_000 });
  const found: boolean[] = [];
  const attempt = ({ reply }: AttemptEvent) => {
    found.push(blobs.find(reply?.episode?.actions.sha256 ?? '') !== undefined);
  };
  await runUnits({
    folder,
    spec,
    benchmark,
    dataset,
    keepMedia: false,
    contestant,
    respond,
    blobs,
    price: null,
    versions: {},
    gate: new Gate(1, clock.now),
    retries: 0,
    clock,
    stop: never,
    abort: never,
    listener: { attempt },
  });
  await stage.close();
  expect(found).toEqual([true]);
});
