import { createHash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { makeFolder, writePartsAtomic } from '../files/index.ts';
import { readRunFile } from '../store/index.ts';
import { type Packed, type PackOptions, packRuns } from './pack.ts';
import { pageFiles, singleFile } from './page-files.ts';
import { runFoldersIn } from './run-catalog.ts';
import { slimWasm } from './slim-wasm.ts';

/** A multiple of three, so that pieces of base64 fit together. */
const PIECE = 3 << 18;

/**
 * Writes runs and the viewer into one HTML file that opens from disk, without any server; `maxBytes` is about that file.
 */
export async function writeSinglePage(opts: PackOptions): Promise<Packed> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-report-'));
  try {
    const pack = join(folder, 'runs.zip');
    const [before, after] = pageAround(opts.roots.flatMap(runFoldersIn).some(acts));
    // Base64 takes four characters for three bytes, and for what is left of three.
    const fileSize = (bytes: number) => before.length + 4 * Math.ceil(bytes / 3) + after.length;
    const packed = await packRuns({ ...opts, out: pack, fileSize, deflate: true });
    writePartsAtomic(opts.out, joined(before, base64Of(pack), after));
    return { ...packed, bytes: statSync(opts.out).size };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether there are episodes: replaying them needs the physics engine. */
function acts(folder: string): boolean {
  return readRunFile(folder).spec.protocol.act !== undefined;
}

/** What stands before the body of a page that is one file; `policy` must name the style by its hash. */
export function htmlHead({ title, policy, style }: Record<'title' | 'policy' | 'style', string>): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${style}</style>
</head>`;
}

/** The page before and after the packed runs. */
function pageAround(withEngine: boolean): [before: Buffer, after: Buffer] {
  const script = inline(singleFile('page.js').toString('utf8'));
  const style = singleFile('style.css').toString('utf8').replaceAll('</', '<\\/');
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)} 'wasm-unsafe-eval'`,
    `style-src ${hashOf(style)}`,
    'img-src blob: data:',
    'media-src blob:',
    'worker-src blob:',
    'connect-src blob: data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const before = `${htmlHead({ title: 'Sextant', policy, style })}
<body>
<div id="root"></div>
<script type="application/octet-stream" id="sextant-pack">`;
  const engine = withEngine
    ? `<script type="application/octet-stream" id="sextant-mujoco.wasm">${gzipSync(slimWasm(singleFile('mujoco.wasm')), { level: 9 }).toString('base64')}</script>\n`
    : '';
  const after = `</script>\n${engine}<script type="module">${script}</script>\n</body>\n</html>\n`;
  return [Buffer.from(before), Buffer.from(after)];
}

function* joined(before: Uint8Array, between: Iterable<Uint8Array>, after: Uint8Array): Generator<Uint8Array> {
  yield before;
  yield* between;
  yield after;
}

/** Escaped so that it neither closes its element nor opens a comment; inside JSON strings the backslash is harmless. */
export function inline(script: string): string {
  return script.replaceAll(/<(?=\/script)/gi, '<\\').replaceAll('<!--', '<\\!--');
}

/** How a policy names a script or style that may run. */
export function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function* base64Of(path: string): Generator<Uint8Array> {
  const fd = openSync(path, 'r');
  try {
    const piece = Buffer.alloc(PIECE);
    for (let got = fill(fd, piece); got > 0; got = fill(fd, piece)) {
      yield Buffer.from(piece.subarray(0, got).toString('base64'));
    }
  } finally {
    closeSync(fd);
  }
}

function fill(fd: number, piece: Buffer): number {
  let at = 0;
  for (let got = -1; at < piece.length && got !== 0; at += got) got = readSync(fd, piece, at, piece.length - at, null);
  return at;
}

/** Writes the page and the packed runs beside each other: a folder that any static host can serve. */
export async function writeSite(opts: PackOptions): Promise<Packed> {
  makeFolder(opts.out);
  // Packing first: if it is refused, no page without runs is left behind.
  const packed = await packRuns({ ...opts, out: join(opts.out, 'runs.zip') });
  for (const [address, file] of pageFiles()) {
    const path = join(opts.out, ...address.split('/'));
    makeFolder(dirname(path));
    writeFileSync(path, file.read());
  }
  const index = join(opts.out, 'index.html');
  const page = readFileSync(index, 'utf8');
  // Tells the page not to look for a server.
  writeFileSync(index, page.replace('</head>', '  <meta name="sextant-pack" content="runs.zip" />\n  </head>'));
  return packed;
}
