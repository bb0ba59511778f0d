import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFolder, sextant } from './cli/testing/sextant.ts';
import { benchmarkRegistry, benchmarks } from './engine/index.ts';
import { compare, type RunResult, readRun, report, run, SextantError, score } from './index.ts';

const cwd = newFolder();
const byCli = (...args: string[]) => sextant({ cwd }, ...args);
const at = (name: string) => join(cwd, name);
const example = join(import.meta.dirname, '../examples/mine.ts');

const random = { benchmark: 'tiny:count=30', model: 'baseline/random', cwd };
let mine: RunResult;
beforeAll(async () => {
  mine = await run({ ...random, out: 'mine' });
  await byCli('run', 'tiny:count=30', '--model', 'baseline/random', '--out', 'theirs');
  await byCli('run', 'tiny:count=30', '--model', 'baseline/oracle', '--out', 'oracle');
});
afterAll(() => rmSync(cwd, { recursive: true }));

test('run gives the digest of `sextant run`, and the same spec', async () => {
  expect(mine).toMatchObject({ end: 'done', summary: { units: 30, missing: 0 } });
  const [theirs] = (await byCli('report', 'theirs', '--json')).json;
  expect(mine.summary.digest).toBe(theirs.runs[0].summary.digest);
  const spec = (name: string) => JSON.parse(readFileSync(join(cwd, name, 'run.json'), 'utf8')).spec;
  expect(spec('mine')).toEqual(spec('theirs'));
});

test('run on its own folder resumes', async () => {
  const { folder } = await run({ ...random, select: { limit: 5 } });
  let done = -1;
  const again = await run({
    ...random,
    select: { limit: 5 },
    listener: {
      launch: (_folder, _run, state) => {
        done = state.done;
      },
    },
  });
  expect([again.folder, done]).toEqual([folder, 5]);
});

test('a run that is told to stop says so, and loses nothing', async () => {
  const { end, summary } = await run({ ...random, out: 'stopped', stop: AbortSignal.abort() });
  expect([end, summary.missing]).toEqual(['stopped', 30]);
});

test('score under another protocol is `sextant score`', async () => {
  const { summary } = await score(at('theirs'), { protocol: 'tiny/strict' });
  const [byVerb] = (await byCli('score', 'theirs', '--protocol', 'tiny/strict', '--json')).json;
  expect(byVerb).toMatchObject(JSON.parse(JSON.stringify(summary)));
});

test('compare is `sextant compare`', async () => {
  const comparison = await compare(at('theirs'), at('oracle'), { equivalence: 2 });
  const { stdout } = await byCli('compare', at('theirs'), at('oracle'), '--equivalence', '2', '--json');
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(comparison)));
});

test.each(['terminal', 'markdown', 'csv'])('report as %s is `sextant report`', async (format) => {
  const folders = [at('theirs'), at('oracle')];
  expect(await report(folders, { format })).toBe((await byCli('report', ...folders, '--format', format)).stdout);
});

test('readRun reads what is stored, whoever made it', async () => {
  const { run, summary, events } = await readRun(at('theirs'));
  expect([run.spec.benchmark, run.units, summary?.digest]).toEqual(['tiny', 30, mine.summary.digest]);
  const seen = await Array.fromAsync(events());
  expect(seen.filter((event) => event.event === 'attempt' && event.final)).toHaveLength(30);
});

test('a module of one’s own is known during the call and not after it', async () => {
  const use = [example];
  const made = await run({ benchmark: 'left-right', model: 'mine/guesser', use, cwd, out: 'own' });
  expect(made.summary.metrics[0]?.value).toBe(0.5);
  expect(await report([made.folder], { format: 'titles', use })).toBe('Scores\nDigests\n');
  expect(benchmarkRegistry.all()).toEqual(benchmarks);
  await expect(score(made.folder)).rejects.toMatchObject({ code: 'missing_module' });
  expect((await readRun(made.folder)).run.spec.use).toEqual([{ file: example, sha256: expect.any(String) }]);
});

test('errors say what to do', async () => {
  const error = await run({ benchmark: 'tinny', model: 'baseline/random', cwd }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SextantError);
  expect(error).toMatchObject({ code: 'unknown_benchmark', fix: 'did you mean tiny?' });
});
