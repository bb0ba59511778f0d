import { appendFileSync, copyFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { begin, newFolder, sextant } from './testing/sextant.ts';

const root = join(import.meta.dirname, '../..');
const cwd = newFolder();
const here = (...args: string[]) => sextant({ cwd }, ...args);
const example = join(root, 'examples', 'mine.ts');

/** Leaves a trace of every process and thread that loads it. */
const traced = (name: string) => {
  const code = `import { appendFileSync } from 'node:fs';\nappendFileSync('${join(cwd, 'loaded')}', '.');\n`;
  writeFileSync(join(cwd, name), `${code}export * from '${example}';\n`);
};
const wasLoaded = () => existsSync(join(cwd, 'loaded'));

beforeAll(async () => {
  traced('mine.ts');
  const { code, stderr } = await here(
    'run',
    'left-right',
    '--model',
    'mine/guesser',
    '--use',
    './mine.ts',
    '--out',
    'run',
  );
  expect(stderr).toContain('digest');
  expect(code).toBe(0);
  expect(wasLoaded()).toBe(true);
  rmSync(join(cwd, 'loaded'));
});
afterAll(() => rmSync(cwd, { recursive: true }));

test('the run says which module it was made with; other runs say nothing', async () => {
  const { spec } = JSON.parse(readFileSync(join(cwd, 'run', 'run.json'), 'utf8'));
  expect(spec.use).toEqual([{ file: './mine.ts', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  await here('run', 'tiny', '--model', 'baseline/random', '--limit', '2', '--use', './mine.ts', '--out', 'tiny');
  expect(JSON.parse(readFileSync(join(cwd, 'tiny', 'run.json'), 'utf8')).spec).not.toHaveProperty('use');
});

test('a module that changed is another run', async () => {
  traced('changing.ts');
  const again = () =>
    here('run', 'left-right', '--model', 'mine/guesser', '--use', './changing.ts', '--out', 'changing');
  expect((await again()).code).toBe(0);
  // Where it lies does not matter, what is in it does.
  copyFileSync(join(cwd, 'changing.ts'), join(cwd, 'moved.ts'));
  const moved = await here('run', 'left-right', '--model', 'mine/guesser', '--use', './moved.ts', '--out', 'changing');
  expect(moved.code).toBe(0);
  appendFileSync(join(cwd, 'changing.ts'), '// other words\n');
  expect((await again()).stderr).toContain('error[spec_differs]');
  const scored = await here('score', 'changing', '--use', './changing.ts');
  expect(scored.stdout).toContain('another ./changing.ts than the run was made with');
  rmSync(join(cwd, 'loaded'));
});

test.each(['score', 'report', 'verify', 'compare'])(
  '%s loads no code that nobody named, and says what is missing',
  async (verb) => {
    // As tempting as it gets: the module lies where the run says.
    const { code, stderr } = await here(verb, 'run', ...(verb === 'compare' ? ['run'] : []));
    expect(stderr).toContain('error[missing_module]: this run was made with ./mine.ts (sha256 ');
    expect(stderr).toContain('--use');
    expect(code).toBe(1);
    expect(wasLoaded()).toBe(false);
    const named = await here(verb, 'run', ...(verb === 'compare' ? ['run'] : []), '--use', './mine.ts');
    expect(named.code).toBe(0);
    rmSync(join(cwd, 'loaded'));
  },
);

test('a config that happens to lie in the folder names no code', async () => {
  const folder = newFolder();
  cpSync(join(cwd, 'run'), join(folder, 'run'), { recursive: true });
  copyFileSync(join(cwd, 'mine.ts'), join(folder, 'mine.ts'));
  writeFileSync(join(folder, 'sextant.config.json'), JSON.stringify({ use: ['./mine.ts'] }));
  const place = { cwd: folder };
  expect((await sextant(place, 'report', 'run')).stderr).toContain('error[missing_module]');
  const run = await sextant(place, 'run', 'left-right', '--model', 'mine/guesser');
  expect(run.stderr).toContain('error[unknown_benchmark]');
  expect((await sextant(place, 'run', 'tiny', '--model', 'mine/guesser')).stderr).toContain('error[bad_config]');
  expect(wasLoaded()).toBe(false);
  rmSync(folder, { recursive: true });
});

test('view lists such a run without its code', async () => {
  const { child, ended } = begin({ cwd }, 'view', 'run', '--port', '0', '--json');
  try {
    const url = await new Promise<string>((resolve) => {
      child.stdout?.on('data', (data) => resolve(JSON.parse(String(data)).url));
    });
    const page = new URL(url);
    const response = await fetch(new URL(`/api/runs${page.search}`, page), {
      headers: { accept: 'application/json' },
    });
    const text = await response.text();
    expect(text).toContain('left-right');
    expect(text).toContain('mine/guesser');
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
  expect(wasLoaded()).toBe(false);
});

test('extractors, models and formats of a module are listed and used', async () => {
  const listed = await here('list', '--json', '--use', './mine.ts');
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
  expect(ids(listed.json[0].benchmarks)).toContain('left-right');
  expect(ids(listed.json[0].extractors)).toContain('mine/side');
  expect(ids(listed.json[0].models)).toContain('mine/guesser');
  expect((await here('report', 'run', '--format', 'titles', '--use', './mine.ts')).stdout).toBe('Scores\nDigests\n');
  for (const format of ['titles', 'constructor']) {
    const unknown = await here('report', 'run', '--format', format);
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('known: terminal, markdown')]);
  }
  const read = await sextant(
    { cwd, stdin: '{"text":"right, no: left"}\n' },
    ...['extract', '--extractor', 'mine/side', '--use', './mine.ts'],
  );
  expect(read.json).toEqual([{ answer: 'left' }]);
  rmSync(join(cwd, 'loaded'));
});

test('threads know benchmarks and policies of a module', async () => {
  writeFileSync(
    join(cwd, 'robot.ts'),
    `import { findBenchmark } from '${join(root, 'src/engine/index.ts')}';
export const benchmark = { ...findBenchmark('rsb-math-4').benchmark, id: 'my-table', aliases: {} };
export const policy = {
  id: 'mine/idle', needs: { cameras: [], action: 'qpos', peeks: 'nothing' }, settings: {}, reset() {}, act: () => 'done',
};
`,
  );
  const args = ['--limit', '1', '--workers', '1', '--use', './robot.ts', '--out', 'robot', '--json'];
  const { json, stderr } = await here('run', 'my-table', '--policy', 'mine/idle', ...args);
  expect(stderr).not.toContain('error');
  expect(json.at(-1).summary).toMatchObject({ benchmark: 'my-table', policy: 'mine/idle', outcomes: { answered: 1 } });
  expect((await here('verify', 'robot', '--use', './robot.ts')).code).toBe(0);
});
