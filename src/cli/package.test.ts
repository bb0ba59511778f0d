import { execFileSync, spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
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
const sextant = (...words: string[]) =>
  execFileSync(process.execPath, [...args, ...words], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

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
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package as npm packs it', () => {
  test('brings JavaScript and the page; no tests, no sources, no Node, no second copy of the physics', () => {
    const files = globSync('**/*.*', { cwd: installed });
    expect(files).toContain(join('web', 'dist', 'page', 'index.html'));
    expect(files.filter((file) => /\.test\.|testing|fixtures|\.ts$|\.wasm$|^src/.test(file))).toEqual([]);
    const { bin, dependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(installed, 'package.json'), 'utf8'),
    );
    expect(files).toContain(join(bin.sextant));
    expect(
      Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => name.startsWith('node-')),
    ).toEqual([]);
  });

  test('has every file that its modules look for beside themselves', () => {
    const named = globSync('dist/**/*.js', { cwd: installed }).flatMap((file) => {
      const code = readFileSync(join(installed, file), 'utf8');
      return [...code.matchAll(/new URL\('([^']+)', import\.meta\.url\)/g)].map(([, name = '']) =>
        join(installed, dirname(file), name),
      );
    });
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((file) => !existsSync(file))).toEqual([]);
  });

  test('starts, runs, reports and lets a robot act in threads', () => {
    expect(sextant('--help')).toContain('sextant <verb> --help');
    sextant('run', 'tiny', '--model', 'baseline/oracle', '--limit', '4', '--out', 'runs/tiny');
    expect(sextant('report', 'runs/tiny', '--format', 'csv')).toContain('baseline/oracle');
    sextant('run', 'rsb-math-4', '--policy', 'policy/expert', '--limit', '1', '--workers', '1', '--out', 'runs/robot');
    sextant('verify', 'runs/robot');
    sextant('synth', 'make', 'synth-point', '--seed', '1', '--count', '2', '--out', 'made');
    expect(globSync('made/**/*.*', { cwd: folder }).length).toBeGreaterThan(0);
  });

  test('serves its page and the physics engine', async () => {
    const child = spawn(process.execPath, [...args, 'view', 'runs', '--port', '0'], { cwd: folder });
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
    } finally {
      child.kill();
    }
  });
});
