import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newFolder, sextant } from './testing/sextant.ts';

const cwd = newFolder();
const run = join(cwd, 'run');
const events = join(run, 'events.ndjson');
const score = async () => {
  const { code, json } = await sextant({ cwd }, 'score', 'run', '--json');
  // Of which journal it is differs with every byte; what it comes to does not.
  const { of: _of, ...summary } = json[0];
  return { code, ...summary };
};
let intact: Awaited<ReturnType<typeof score>>;

beforeAll(async () => {
  await sextant({ cwd }, 'run', 'tiny:count=20', '--model', 'baseline/oracle', '--out', 'pristine');
});
beforeEach(async () => {
  rmSync(run, { recursive: true, force: true });
  cpSync(join(cwd, 'pristine'), run, { recursive: true });
  intact ??= await score();
});

/** The file of a picture or mask that the first pointing question refers to. */
function blobFile(field: 'mask' | 'media'): string {
  for (const line of readFileSync(events, 'utf8').split('\n')) {
    const { event, sample } = JSON.parse(line || '{}');
    if (event !== 'sample' || !sample.mask) continue;
    const { sha256 } = field === 'mask' ? sample.mask : sample.media[0];
    return join('run/blobs', sha256.slice(0, 2), sha256);
  }
  throw new Error('there is a pointing question');
}

test('an intact run has nothing to complain about', () => {
  expect(intact).toMatchObject({ code: 0, units: 20, missing: 0, damaged: 0, problems: [] });
});

test('a torn last line changes nothing', async () => {
  appendFileSync(events, '{"event":"attempt","unit":"s1-0000');
  expect(await score()).toEqual(intact);
});

test('a damaged line in the middle is named; the rest still scores', async () => {
  const lines = readFileSync(events, 'utf8').split('\n');
  const at = lines.findIndex((line) => line.includes('"attempt"'));
  lines[at] = lines[at]?.slice(0, 40) ?? '';
  writeFileSync(events, lines.join('\n'));
  expect(await score()).toMatchObject({
    code: 0,
    missing: 1,
    outcomes: { answered: 19 },
    problems: [`run/events.ndjson:${at + 1} is not a journal line`],
  });
});

test('a question that is damaged or gone leaves its unit open, as an error does', async () => {
  const content = readFileSync(events, 'utf8');
  const lines = content.split('\n');
  const at = lines.findIndex((line) => line.includes('"sample"'));
  const { sample } = JSON.parse(lines[at] ?? '');
  const open = { damaged: 1, missing: 0, outcomes: { answered: 19 } };
  for (const damage of [
    `{"event":"sample","sample":{"id":"${sample.id}"`,
    JSON.stringify({ event: 'sample', sample: { ...sample, kind: 'song' } }),
  ]) {
    writeFileSync(events, content.replace(lines[at] ?? '', damage));
    const damaged = await score();
    expect(damaged).toMatchObject(open);
    expect(damaged.metrics[0]).toMatchObject({ value: 1, n: 19, errors: 1, worst: 0.95, best: 1 });
    expect(damaged.problems.join()).toContain(`unit ${sample.id}: its question`);
  }
});

test('an answer to a unit that the run did not plan is named and not counted', async () => {
  const line = readFileSync(events, 'utf8')
    .split('\n')
    .find((each) => each.includes('"attempt"'));
  appendFileSync(events, `${JSON.stringify({ ...JSON.parse(line ?? ''), unit: 'ghost' })}\n`);
  const { problems, ...counted } = await score();
  const { problems: _none, ...expected } = intact;
  expect(problems).toEqual(['unit ghost: the run did not plan it; it is not counted']);
  expect(counted).toEqual({ ...expected, usage: counted.usage });
  const resumed = await sextant(
    { cwd },
    ...['run', 'tiny:count=20', '--model', 'baseline/oracle', '--out', 'run', '--json'],
  );
  expect(resumed.json[0]).toMatchObject({ event: 'launch', done: 20 });
  expect(resumed.json.at(-1)).toMatchObject({ event: 'done', summary: { units: 20, missing: 0 } });
});

test('a missing mask is named; the rest still scores', async () => {
  const file = blobFile('mask');
  rmSync(join(cwd, file));
  const damaged = await score();
  expect(damaged).toMatchObject({ code: 0, damaged: 1, missing: 0, outcomes: { answered: 20 } });
  expect(damaged.problems.join()).toContain(file);
  // Open, like an error: neither right nor wrong nor forgotten.
  expect(damaged.metrics[0]).toMatchObject({ value: 1, n: 19, errors: 1, worst: 0.95, best: 1 });
});

test('a mask with other content than its name says is named, not used', async () => {
  const file = blobFile('mask');
  writeFileSync(join(cwd, file), 'not a mask');
  const damaged = await score();
  expect(damaged).toMatchObject({ damaged: 1, metrics: [{ n: 19, errors: 1 }] });
  expect(damaged.problems.join()).toContain(file);
});

test('a missing picture is named, and costs no score', async () => {
  const file = blobFile('media');
  rmSync(join(cwd, file));
  const damaged = await score();
  expect(damaged).toMatchObject({ damaged: 0, outcomes: { answered: 20 } });
  expect(damaged.problems.join()).toContain(file);
});

test('masks and pictures that are lost or torn are written again when the run is resumed', async () => {
  rmSync(join(cwd, blobFile('mask')));
  writeFileSync(join(cwd, blobFile('media')), 'torn');
  const args = ['run', 'tiny:count=20', '--model', 'baseline/oracle', '--out', 'run', '--json'];
  const resumed = await sextant({ cwd }, ...args);
  expect(resumed.stderr).toContain('lost from the run folder, written again: 2 files');
  expect(resumed.json[0]).toMatchObject({ event: 'launch', done: 20 });
  expect(await score()).toEqual({ ...intact, seconds: expect.any(Number) });
  expect((await sextant({ cwd }, ...args)).stderr).not.toContain('written again');
});

test('a recipe changed after the run is noticed', async () => {
  const file = join(run, 'run.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"temperature": 0', '"temperature": 1'));
  const damaged = await score();
  expect(damaged.problems).toEqual([expect.stringContaining('the protocol was changed after the run')]);
});

test('a run of an unknown benchmark, a broken run.json and an empty folder say what is wrong', async () => {
  const file = join(run, 'run.json');
  const content = readFileSync(file, 'utf8');
  writeFileSync(file, content.replace('"benchmark": "tiny"', '"benchmark": "mine"'));
  expect(await score()).toMatchObject({ code: 'unknown_benchmark' });
  writeFileSync(file, content.slice(0, 50));
  expect(await score()).toMatchObject({ code: 'damaged_run', where: 'run/run.json' });
  rmSync(file);
  expect(await score()).toMatchObject({ code: 'bad_run', where: 'run' });
});

test('two writers cannot work on one run', async () => {
  const args = ['run', 'tiny:count=20', '--model', 'baseline/oracle', '--out', 'run', '--json'];
  writeFileSync(
    join(run, 'lock'),
    JSON.stringify({ pid: process.pid, host: (await import('node:os')).hostname(), started: '' }),
  );
  expect((await sextant({ cwd }, ...args)).json).toEqual([expect.objectContaining({ code: 'run_locked' })]);
  rmSync(join(run, 'lock'));
  expect((await sextant({ cwd }, ...args)).json.at(-1)).toMatchObject({ event: 'done' });
  expect(readdirSync(run)).not.toContain('lock');
});
