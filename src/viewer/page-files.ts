import { existsSync, globSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { type Questionnaire, SextantError } from '../contracts/index.ts';
import { hashOf, htmlHead, inline } from './single-page.ts';

const root = join(import.meta.dirname, '../../web/dist');

/** The page does without a copy of its own: the package has the engine beside its modules, a clone among its packages. */
const packagedPhysics = join(import.meta.dirname, '../mujoco/mujoco.wasm');
const physicsFile = existsSync(packagedPhysics)
  ? packagedPhysics
  : fileURLToPath(import.meta.resolve('@mujoco/mujoco/mujoco.wasm'));

/** Scripts are installed packed: unpacked, they are four times as large. */
const PACKED = /\.br$/;

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

/** A file of the page; its bytes are read, and unpacked, when they are asked for. */
interface PageFile {
  type: string;
  read(): Buffer<ArrayBuffer>;
}

/** The built page: address to file. Whatever is not in this list is not served. */
export function pageFiles(): Map<string, PageFile> {
  const dir = join(root, 'page');
  const files = globSync('**/*.*', { cwd: dir });
  if (files.length === 0) {
    throw new SextantError('bad_config', 'the viewer’s page is not built', { where: dir, fix: 'run `npm run build`' });
  }
  const addressOf = (name: string) => `/${name.split(sep).join('/').replace(PACKED, '')}`;
  const page = new Map(files.map((name) => [addressOf(name), fileOf(join(dir, name))]));
  const physics: unknown = JSON.parse(readFileSync(join(root, 'physics.json'), 'utf8'));
  return page.set(`/${physics}`, fileOf(physicsFile));
}

/** Where `npm run docs` puts the documentation; the package does not have it. */
const manual = join(import.meta.dirname, '../../docs/html');

/** A file of the built documentation; it may be built while the viewer runs. */
export function manualFile(name: string): PageFile | undefined {
  return globSync('**/*.*', { cwd: manual }).some((each) => each.split(sep).join('/') === name)
    ? fileOf(join(manual, name))
    : undefined;
}

/** Stands in for the documentation where it is not built. */
export const noManual = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Documentation – Sextant</title>
<p>The documentation is not built here. In a clone of Sextant, run <code>npm run docs</code> and load this page again;
the same pages are the Markdown files in the folder <code>docs</code>.</p></html>`;

function fileOf(file: string): PageFile {
  return {
    type: types[extname(file.replace(PACKED, ''))] ?? 'application/octet-stream',
    read: () => (PACKED.test(file) ? brotliDecompressSync(readFileSync(file)) : readFileSync(file)),
  };
}

/** A part of the page in the form for single files. */
export function singleFile(name: 'page.js' | 'style.css' | 'mujoco.wasm'): Buffer {
  if (name === 'mujoco.wasm') return readFileSync(physicsFile);
  return fileOf(join(root, 'single', name === 'page.js' ? 'page.js.br' : name)).read();
}

/** A part of the page of a survey. */
function surveyFile(name: 'page.js' | 'style.css'): string {
  return readFileSync(join(root, 'survey', name), 'utf8');
}

/** A page that asks the questions and opens from disk; pictures lie beside it. */
export function surveyPage(questionnaire: Questionnaire): string {
  const script = inline(surveyFile('page.js'));
  const style = surveyFile('style.css').replaceAll('</', '<\\/');
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "img-src 'self' file:",
    "media-src 'self' file:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `${htmlHead({ title: 'Survey', policy, style })}
<body>
<main id="survey"></main>
<script type="application/json" id="questions">${JSON.stringify(questionnaire).replaceAll('<', '\\u003c')}</script>
<script type="module">${script}</script>
</body>
</html>
`;
}
