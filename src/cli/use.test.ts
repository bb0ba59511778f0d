import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { begin, newFolder, sextant } from './testing/sextant.ts';

const root = join(import.meta.dirname, '../..');
const cwd = newFolder();
const here = (...args: string[]) => sextant({ cwd }, ...args);
const fromSources = (...args: string[]) => sextant({ cwd, fromSources: true }, ...args);
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

describe('a config', () => {
  const folder = newFolder();
  const place = { cwd: folder };
  const write = (name: string, config: unknown) => writeFileSync(join(folder, name), JSON.stringify(config));
  beforeAll(() => {
    mkdirSync(join(folder, 'lab'));
    copyFileSync(join(cwd, 'mine.ts'), join(folder, 'lab', 'mine.ts'));
    cpSync(join(cwd, 'run'), join(folder, 'run'), { recursive: true });
    write('lab/lab.json', { use: ['./mine.ts'], endpoints: { lab: { baseUrl: 'http://127.0.0.1:1/v1' } } });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('that is named with --config brings its modules, from its own folder on, and its endpoints', async () => {
    const run = await sextant(
      place,
      ...['run', 'left-right', '--model', 'mine/guesser', '--config', 'lab/lab.json', '--out', 'new'],
    );
    expect([run.code, run.stderr]).toEqual([0, expect.stringContaining('digest')]);
    const { spec } = JSON.parse(readFileSync(join(folder, 'new', 'run.json'), 'utf8'));
    expect(spec.use).toEqual([{ file: './lab/mine.ts', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect((await sextant(place, 'verify', 'new', '--config', 'lab/lab.json')).code).toBe(0);
    const listed = await sextant(place, 'list', 'models', '--json', '--config', 'lab/lab.json');
    expect(listed.json[0].models.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(['lab/<name>', 'mine/guesser']),
    );
    rmSync(join(cwd, 'loaded'));
  });

  test('that nobody named loads no code: beside the run, in .env, in the environment, as run.json', async () => {
    const lab = readFileSync(join(folder, 'lab', 'lab.json'), 'utf8').replace('./mine', './lab/mine');
    writeFileSync(join(folder, 'sextant.config.json'), lab);
    for (const args of [
      ['report', 'run'],
      ['report', 'run', '--config', 'run/run.json'],
      ['run', 'left-right', '--model', 'mine/guesser'],
      ['run', 'tiny', '--model', 'baseline/random'],
      ['list', 'models'],
      ['doctor'],
    ]) {
      const { code, stderr } = await sextant(place, ...args);
      expect([args, code, stderr]).toEqual([args, 1, expect.stringMatching(/missing_module|bad_config|unknown_bench/)]);
    }
    rmSync(join(folder, 'sextant.config.json'));
    writeFileSync(join(folder, '.env'), 'SEXTANT_CONFIG=lab/lab.json');
    const told = await sextant(place, 'run', 'tiny', '--model', 'baseline/random');
    expect(told.stderr).toContain('nobody named it');
    expect(told.stderr).toContain('--config');
    rmSync(join(folder, '.env'));
    const asked = await sextant({ cwd: folder, env: { SEXTANT_CONFIG: 'lab/lab.json' } }, 'list', 'models');
    expect(asked.stderr).toContain('nobody named it');
    expect(wasLoaded()).toBe(false);
  });

  test.each([
    ['a module that is not there', { use: ['./none.ts'] }, 'bad_argument'],
    ['code in an address', { use: ['data:text/javascript,process.exit(0)'] }, 'bad_argument'],
    ['a text where a list belongs', { use: './mine.ts' }, 'bad_config'],
    ['a module with another one’s name', { use: ['./mine.ts', './again.ts'] }, 'name_taken'],
  ])('%s', async (_, config, code) => {
    copyFileSync(join(folder, 'lab', 'mine.ts'), join(folder, 'lab', 'again.ts'));
    appendFileSync(join(folder, 'lab', 'again.ts'), '// another file\n');
    write('lab/odd.json', config);
    expect((await sextant(place, 'report', 'run', '--config', 'lab/odd.json')).stderr).toContain(`error[${code}]`);
    rmSync(join(cwd, 'loaded'), { force: true });
  });

  test('that is no JSON is for policies in Python, and never ignored', async () => {
    const report = await sextant(place, 'report', 'run', '--config', 'lab.yml');
    expect([report.code, report.stderr]).toEqual([2, expect.stringContaining('expected a .json file')]);
    const run = await sextant(place, 'run', 'tiny', '--model', 'baseline/random', '--config', 'lab.yml');
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('for policies in Python')]);
  });

  test('two of them exclude each other', async () => {
    const args = ['report', 'run', '--config', 'lab/lab.json', '--config', 'lab/other.json'];
    expect((await sextant(place, ...args)).stderr).toContain('exclude each other');
  });
});

describe('verbs of a module’s benchmark', () => {
  const write = (name: string, verbs: string) =>
    writeFileSync(
      join(cwd, name),
      `import { benchmarks } from '${example}';
import { findBenchmark } from '${join(root, 'src/engine/index.ts')}';
export { extractors } from '${example}';
const hello = {
  name: 'hello', about: 'says it', examples: ['sextant mine hello you'],
  arguments: [{ name: '<whom>' }], options: [{ flags: '--loud' }],
  run: async ([whom], { loud, json }, { printJson, findBenchmark }) =>
    printJson({ whom, loud, json, knows: findBenchmark('talkative').id }),
};
const rsb = findBenchmark('rsb-math-4').benchmark;
const group = { name: 'mine', about: 'what is mine', verbs: [hello] };
export const benchmark = [
  { ...benchmarks[0], id: 'talkative', verbs: ${verbs} },
  { ...benchmarks[0], id: 'like-rsb', verbs: { ...rsb.verbs } },
];
benchmark.push({ ...benchmark[0], id: 'another', verbs: { ...benchmark[0].verbs } });
`,
    );

  test('are on the command line that names it, and on no other', async () => {
    write('verbs.ts', "{ name: 'mine', about: 'what is mine', load: async () => group }");
    const said = await fromSources('mine', 'hello', 'you', '--loud', '--json', '--use', './verbs.ts');
    expect([said.stderr, said.json]).toEqual(['', [{ whom: 'you', loud: true, json: true, knows: 'talkative' }]]);
    expect((await fromSources('mine', 'hello', '--use=./verbs.ts', 'you')).code).toBe(0);
    expect((await fromSources('--help', '--use', './verbs.ts')).stdout).toContain('what is mine');
    expect((await fromSources('help', 'mine', 'hello', '--use', './verbs.ts')).stdout).toContain('--loud');
    expect((await fromSources('--help')).stdout).not.toContain('what is mine');
    expect((await fromSources('mine', 'hello', 'you')).stderr).toContain("unknown command 'mine'");
    expect((await fromSources('mine', 'hello', 'you', '--use')).code).toBe(2);
  });

  test.each(['run', 'help', 'rsb'])('may not be called %s', async (name) => {
    write(`${name}.ts`, `{ name: '${name}', about: '', load: async () => group }`);
    for (const args of [
      ['list', 'benchmarks'],
      ['mine', 'hello', 'you'],
    ]) {
      const { code, stderr } = await fromSources(...args, '--use', `./${name}.ts`);
      expect([args, code, stderr]).toEqual([
        args,
        1,
        expect.stringContaining('error[name_taken]: another verb is called'),
      ]);
    }
  });

  test('keep the name that was checked, whatever their group calls itself', async () => {
    write('sly.ts', "{ name: 'mine', about: '', load: async () => ({ ...group, name: 'run' }) }");
    expect((await fromSources('mine', 'hello', 'you', '--use', './sly.ts')).code).toBe(0);
    expect((await fromSources('run', 'hello', 'you', '--use', './sly.ts')).stderr).toContain(
      'error[unknown_benchmark]',
    );
  });

  test.each([
    ["{ name: '--help', about: '', load: async () => group }", 'bad_module'],
    ["{ name: 'mine', about: '' }", 'bad_module'],
    ["{ name: 'mine', about: '', load: async () => ({}) }", 'bad_module'],
    ["{ name: 'mine', about: '', load: async () => ({ ...group, verbs: [hello, hello] }) }", 'bad_module'],
    [
      "{ name: 'mine', about: '', load: async () => ({ ...group, verbs: [{ ...hello, options: [{ flags: '--use <x>' }] }] }) }",
      'bad_module',
    ],
  ])('say what is wrong with them: %s', async (verbs, code) => {
    write('wrong.ts', verbs);
    expect((await fromSources('mine', 'hello', 'you', '--use', './wrong.ts')).stderr).toContain(`error[${code}]`);
  });
});

test('a module in a folder that npm init made was a mystery', async () => {
  mkdirSync(join(cwd, 'project'));
  writeFileSync(join(cwd, 'project', 'package.json'), '{ "type": "commonjs" }');
  writeFileSync(join(cwd, 'project', 'mine.ts'), `export * from '${example}';`);
  for (const args of [
    ['list', '--use', './project/mine.ts'],
    ['run', 'tiny', '--model', './project/mine.ts'],
  ])
    expect((await here(...args)).stderr).toContain('"type": "module"');
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
  const { json, stderr } = await fromSources('run', 'my-table', '--policy', 'mine/idle', ...args);
  expect(stderr).not.toContain('error');
  expect(json.at(-1).summary).toMatchObject({ benchmark: 'my-table', policy: 'mine/idle', outcomes: { answered: 1 } });
  expect((await fromSources('verify', 'robot', '--use', './robot.ts')).code).toBe(0);
});
