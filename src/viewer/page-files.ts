import { globSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { SextantError } from '../contracts/index.ts';

const root = join(import.meta.dirname, '../../web/dist');

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** The built page: address to file. Whatever is not in this list is not served. */
export function pageFiles(): Map<string, { file: string; type: string }> {
  const dir = join(root, 'page');
  const files = globSync('**/*.*', { cwd: dir });
  if (files.length === 0) {
    throw new SextantError('bad_config', 'the viewer’s page is not built', { where: dir, fix: 'run `npm run build`' });
  }
  return new Map(
    files.map((name) => [
      `/${name.split(sep).join('/')}`,
      { file: join(dir, name), type: types[extname(name)] ?? 'application/octet-stream' },
    ]),
  );
}

/** A part of the page in the form for single files. */
export function singleFile(name: 'page.js' | 'style.css' | 'mujoco.wasm'): Buffer {
  return readFileSync(join(root, 'single', name));
}
