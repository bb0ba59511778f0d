import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder, sextant } from './testing/sextant.ts';

test('--controls runs the same tables under every condition and tells where it fails', async () => {
  const cwd = newFolder();
  const args = ['--model', 'baseline/oracle', '--protocol', 'rsb/answer', '--limit', '3', '--out', 'runs'];
  const { json, code } = await sextant({ cwd }, 'run', 'rsb-math-4', '--controls', ...args, '--json');
  expect(code).toBe(0);
  const done = json.filter(({ event }: { event: string }) => event === 'done');
  expect(done).toHaveLength(6);
  const controls = json.at(-1);
  expect(controls).toMatchObject({ event: 'controls', title: 'baseline/oracle on rsb-math-4' });
  expect(controls.reading.links.map(({ name }: { name: string }) => name)).toEqual([
    'acting',
    'finding',
    'binding',
    'reading',
  ]);
  const direct = done.find(({ summary }: { summary: { caution?: string } }) => summary.caution?.includes('direct'));
  expect(direct.summary.caution).toMatch(/^A control under the condition “direct”/);
  // The same from what is stored.
  const folders = done.map(({ run }: { run: string }) => run);
  const { stdout } = await sextant({ cwd }, 'report', ...folders);
  expect(stdout).toContain('Where it fails');
  const alone = await sextant({ cwd }, 'report', direct.run);
  expect(alone.stdout).not.toContain('Where it fails');
  // A table of values has no notes: the row itself says what it is.
  const published = done.find(({ summary }: { summary: { control?: string } }) => summary.control === undefined);
  const { stdout: csv } = await sextant({ cwd }, 'report', direct.run, published.run, '--format', 'csv');
  const cells = csv.split('\r\n').map((line) => line.split(',')[1]);
  expect(cells.slice(1, 3)).toEqual(['rsb-math-4 (control: direct)', 'rsb-math-4']);
  const { json: compared } = await sextant({ cwd }, 'compare', direct.run, published.run, '--json');
  const warning = `${direct.run} is a control under the condition “direct”, not the benchmark’s own task`;
  expect(compared[0].warnings).toContain(warning);
  const official = await sextant({ cwd }, 'rsb', 'results', direct.run, '--out', '.', '--json');
  expect(official.json[0]).toMatchObject({ code: 'bad_run', message: expect.stringContaining('“direct”') });
});

/** Writes down which block it was told for a table, and fetches that one whenever it sees the table again. */
const informer = `import { existsSync, readFileSync, writeFileSync } from 'node:fs';
const file = new URL('./told.json', import.meta.url);
export function createPolicy() {
  let start;
  let isDone;
  return {
    id: 'informer',
    needs: { cameras: [], action: 'qpos', peeks: 'hands' },
    settings: {},
    reset(given) { start = given; isDone = false; },
    act({ peek }) {
      if (isDone) return 'done';
      isDone = true;
      const told = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
      const block = /block ([A-D])\\b/.exec(start.instruction)?.[1];
      if (block) writeFileSync(file, JSON.stringify({ ...told, [start.unit.id]: block }));
      return peek.fetch(block ?? told[start.unit.id] ?? 'A');
    },
  };
}
`;

test('nobody is told the answer of a table before its question is asked', async () => {
  const cwd = newFolder();
  writeFileSync(join(cwd, 'informer.mjs'), informer);
  const args = ['--policy', './informer.mjs', '--limit', '4', '--out', 'runs', '--workers', '1', '--json'];
  const { json } = await sextant({ cwd }, 'run', 'rsb-math-4', '--controls', ...args);
  const { stages } = json.at(-1).reading;
  const scores = Object.fromEntries(
    stages.map(({ condition, metric }: { condition: string; metric: { value: number } }) => [condition, metric.value]),
  );
  // None of these four questions has the answer A.
  expect(scores).toMatchObject({ direct: 1, question: 0 });
});

test('arguments that make another task stand beside the score, in every form', async () => {
  const cwd = newFolder();
  const changed = 'rsb-math-4:split=train,check=none,randomise=wrist-pitch=0.6';
  const args = ['--model', 'baseline/oracle', '--protocol', 'rsb/answer', '--limit', '2'];
  const run = (benchmark: string, out: string) => sextant({ cwd }, 'run', benchmark, ...args, '--out', out, '--json');
  const { json } = await run(`${changed},condition=named`, 'changed');
  expect(json.at(-1).summary).toMatchObject({
    args: { split: 'train', check: 'none', randomise: 'wrist-pitch=0.6' },
    control: 'named',
  });
  expect((await run('rsb-math-4', 'plain')).json.at(-1).summary).not.toHaveProperty('args');
  for (const format of ['terminal', 'markdown', 'csv']) {
    const { stdout } = await sextant({ cwd, env: { COLUMNS: '300' } }, 'report', 'changed', '--format', format);
    expect(stdout).toContain(`${changed} (control: named)`);
  }
  const { json: compared } = await sextant({ cwd }, 'compare', 'changed', 'plain', '--json');
  expect(compared[0].warnings).toContainEqual(
    expect.stringContaining('changed has other arguments than the benchmark’s own: split=train,check=none'),
  );
  const { json: alike } = await sextant({ cwd }, 'compare', 'changed', 'changed', '--json');
  expect(alike[0].warnings.filter((warning: string) => warning.includes('arguments'))).toEqual([
    expect.stringMatching(/^both runs have other arguments than the benchmark’s own: split=train,check=none/),
  ]);
});

test('a benchmark without controls says so before anything is asked', async () => {
  const { code, stderr } = await sextant(
    { cwd: newFolder() },
    'run',
    'tiny',
    '--model',
    'baseline/first',
    '--controls',
  );
  expect(code).toBe(2);
  expect(stderr).toContain('tiny has no controls');
});
