import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newFolder } from './testing/sextant.ts';

const root = join(import.meta.dirname, '../..');
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folder = newFolder();
const installed = join(folder, 'node_modules', 'sextant');

/** The command of the package, in a folder that is no clone. */
const args = [join(installed, 'dist', 'cli', 'bin.js')];
function sextantSaid(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args, ...words], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([words, status, status === 0 ? '' : stderr]).toEqual([words, 0, '']);
  return { stdout, stderr };
}
const sextant = (...words: string[]) => sextantSaid(...words).stdout;
const lineOf = (file: string, line: number) => readFileSync(join(root, file), 'utf8').split('\n')[line - 1];

/** Bytes of a package and of all that it needs on this machine. */
function sizeOf(name: string, seen = new Set<string>()): number {
  const at = join(folder, 'node_modules', name);
  const place = existsSync(at) ? at : join(root, 'node_modules', name);
  if (seen.has(name) || !existsSync(place)) return 0;
  seen.add(name);
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  const files = readdirSync(place, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const own = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
  const needed = Object.keys({ ...dependencies, ...optionalDependencies });
  return needed.reduce((sum, other) => sum + sizeOf(other, seen), own);
}

beforeAll(() => {
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', folder], {
      cwd: root,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    }),
  );
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, filename), '--strip-components=1', '-C', installed]);
  // What npm would install, and nothing else: whatever the package uses without naming it is not found.
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'junction');
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package as npm packs it', () => {
  test('brings JavaScript, types and the page; no tests, no sources, no Node, no second copy of the physics', () => {
    const files = globSync('**/*.*', { cwd: installed });
    expect(files).toContain(join('web', 'dist', 'page', 'index.html'));
    expect(files.filter((file) => /\.test\.|testing|fixtures|(?<!\.d)\.ts$|^src/.test(file))).toEqual([]);
    expect(files.filter((file) => file.endsWith('.wasm'))).toEqual([join('dist', 'mujoco', 'mujoco.wasm')]);
    const { bin, dependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(installed, 'package.json'), 'utf8'),
    );
    expect(files).toContain(join(bin.sextant));
    expect(
      Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => name.startsWith('node-')),
    ).toEqual([]);
  });

  test.runIf(process.platform === 'linux')('takes at most 140 MB, with all that it needs', () => {
    const size = sizeOf('sextant') / 1e6;
    expect(size).toBeGreaterThan(50);
    expect(size).toBeLessThan(140);
  });

  test('has every file that its modules look for beside themselves', () => {
    const named = globSync('dist/**/*.js', { cwd: installed }).flatMap((file) => {
      const code = readFileSync(join(installed, file), 'utf8');
      const beside = /new URL\("([^"]+)", new URL\("([^"]+)", import\.meta\.url\)/g;
      return [...code.matchAll(beside)].map(([, name = '', place = '']) =>
        join(installed, dirname(file), dirname(place), name),
      );
    });
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((file) => !existsSync(file))).toEqual([]);
  });

  test('starts, runs and reports', () => {
    expect(sextant('--help')).toMatch(/ rsb .*sextant <verb> --help/s);
    expect(sextant('doctor')).toContain('All is well');
    sextant('run', 'tiny', '--model', 'baseline/oracle', '--limit', '4', '--out', 'runs/tiny');
    expect(sextant('report', 'runs/tiny', '--format', 'csv')).toContain('baseline/oracle');
    expect(existsSync(join(sextant('robot', '--python-path').trim(), 'sextant_env', 'env.py'))).toBe(true);
  });

  test('errors name lines of the sources, with the debug variable and under --enable-source-maps', () => {
    writeFileSync(
      join(folder, 'bad.mjs'),
      `export const formats = [{ id: 'bad', about: '', render: () => null.rows }];`,
    );
    const { stderr: report } = spawnSync(
      process.execPath,
      [...args, 'report', 'runs/tiny', '--format', 'bad', '--use', './bad.mjs'],
      { cwd: folder, encoding: 'utf8', env: { ...process.env, SEXTANT_DEBUG: '1' } },
    );
    const frames = [...report.matchAll(/sextant[\\/](src[\\/][\w\\/-]+\.ts):(\d+):/g)];
    expect(frames.length, report).toBeGreaterThan(1);
    expect(report).toMatch(/parseAsync .*commander/);
    for (const [, file = '', line] of frames) expect(lineOf(file, Number(line))).toMatch(/\w\(/);
    expect(lineOf(frames[0]?.[1] ?? '', Number(frames[0]?.[2]))).toContain('.render(');

    writeFileSync(join(folder, 'none.mjs'), `import { readRun } from 'sextant';\nawait readRun('none');\n`);
    const { stderr } = spawnSync(process.execPath, ['--enable-source-maps', 'none.mjs'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const [, file = '', line, text] = /sextant[\\/](src[\\/][\w\\/-]+\.ts):(\d+)\n(.+)\n/.exec(stderr) ?? [];
    expect(text, stderr).toContain('throw new SextantError(');
    expect(lineOf(file, Number(line))).toBe(text);
  });

  // Nowhere else: it takes most of a minute. The same tour from the sources is `quick`, in tour.test.ts.
  test('start makes all four families, lets everybody play, robots in threads, and tells it ability by ability', () => {
    const { stdout, stderr } = sextantSaid('start', '--count', '4');
    const titles = { point: 'Pointing', views: 'Relating views', motion: 'Following motion', act: 'Acting' };
    const chapters = stdout.split(/^\d of 4 {2}/m);
    const scoreOf = (ability: keyof typeof titles, who: string) => {
      const lines = chapters.find((chapter) => chapter.startsWith(titles[ability]))?.split('\n');
      return lines?.findLast((line) => line.startsWith(`  ${who} `))?.match(/ ([\d.-]+) \[/)?.[1];
    };
    // Who answered what stands before the bars.
    for (const chapter of chapters.slice(1)) expect(chapter).toMatch(/“.+”.+ [✓✗].+●.+\[/s);
    expect(stdout.trim()).toMatch(/has to be earned by looking\.$/);
    for (const ability of ['point', 'views', 'motion'] as const) {
      expect([ability, scoreOf(ability, 'baseline/oracle')]).toEqual([ability, '100.0']);
      expect(scoreOf(ability, 'baseline/random')).toBeDefined();
      expect(scoreOf(ability, 'baseline/blind:lessons=20')).toBeDefined();
    }
    expect(scoreOf('point', 'reference/point')).toBeDefined();
    expect(scoreOf('act', 'policy/expert')).toBe('100.0');
    for (const policy of ['policy/random', 'policy/nearest', 'policy/expert-random', 'reference/pick'])
      expect(scoreOf('act', policy)).toBeDefined();
    expect(stderr).toContain('sextant view');
    expect(stderr.trimEnd().endsWith(join('runs', 'report.html'))).toBe(true);
    const written = readdirSync(join(folder, 'runs'));
    expect(written.filter((name) => name.startsWith('synth-'))).toHaveLength(15);
    expect(written).toContain('report.html');
  });

  test('is a library with types, and a module outside brings its own benchmark', () => {
    copyFileSync(join(root, 'examples', 'mine.ts'), join(folder, 'mine.ts'));
    writeFileSync(
      join(folder, 'program.mts'),
      `import { readRun, run, type Summary } from 'sextant';
import { findExtractor } from 'sextant/extract';
import { openRobot } from 'sextant/robot';
const { summary }: { summary: Summary } = await run({ benchmark: 'left-right', model: 'mine/guesser', use: ['./mine.ts'], out: 'runs/mine' });
const robot = await openRobot('rsb-math-4');
const { step } = await robot.reset(0);
await robot.close();
const { run: { spec } } = await readRun('runs/mine');
console.log(JSON.stringify([summary.metrics[0]?.value, findExtractor('choice/letter').extract('(B)', {}), step, spec.use?.[0]?.file]));
`,
    );
    const program = execFileSync(process.execPath, ['program.mts'], { cwd: folder, encoding: 'utf8' });
    expect(JSON.parse(program)).toEqual([0.5, { answer: 'B' }, 0, './mine.ts']);
    const again = sextant('run', 'left-right', '--model', 'mine/guesser', '--use', './mine.ts', '--out', 'runs/mine');
    expect(again).toContain('left-right');
    expect(sextant('report', 'runs/mine', '--format', 'titles', '--use', './mine.ts')).toBe('Scores\nDigests\n');
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const strict = [
      '--noEmit',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--module',
      'nodenext',
      '--target',
      'esnext',
    ];
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules', '@types')];
    execFileSync(process.execPath, [tsc, ...strict, ...types, 'mine.ts', 'program.mts'], {
      cwd: folder,
      stdio: 'inherit',
    });
  });

  test('serves its page, the physics engine, and networks with their runtime', async () => {
    const child = spawn(process.execPath, [...args, 'view', 'runs', '--port', '0'], { cwd: folder });
    const closed = once(child, 'close');
    try {
      const address = await new Promise<string>((resolve, reject) => {
        for (const stream of [child.stdout, child.stderr])
          createInterface(stream).on('line', (line) => {
            const [found] = /http:\/\/[^\s]+/.exec(line) ?? [];
            if (found) resolve(found);
          });
        child.once('exit', () => reject(new Error('the viewer ended')));
      });
      const page = await fetch(address);
      expect(await page.text()).toContain('<script');
      const physics = JSON.parse(readFileSync(join(installed, 'web', 'dist', 'physics.json'), 'utf8'));
      const wasm = await fetch(new URL(physics, address));
      expect(wasm.headers.get('content-type')).toBe('application/wasm');
      expect((await wasm.arrayBuffer()).byteLength).toBeGreaterThan(1_000_000);
      // What networks run with on its page, which the package has packed.
      const runtime = await fetch(new URL('api/runtime.wasm', address));
      expect((await runtime.arrayBuffer()).byteLength).toBeGreaterThan(10_000_000);
      for (const file of ['reference/pick.onnx', 'reference/pick.json'])
        expect((await fetch(new URL(file, address))).status).toBe(200);
      expect((await fetch(new URL('reference/..%2fpackage.json', address))).status).toBe(404);
    } finally {
      child.kill();
      await closed;
    }
  });
});
