import { createHash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { writePartsAtomic } from '../data/index.ts';
import { type Packed, type PackOptions, packRuns } from './pack.ts';
import { singleFile } from './page-files.ts';

/** A multiple of three, so that pieces of base64 fit together. */
const PIECE = 3 << 18;

/** Writes runs and the viewer into one HTML file that opens from disk, without any server. */
export async function writeSinglePage(opts: PackOptions): Promise<Packed> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-report-'));
  try {
    const pack = join(folder, 'runs.zip');
    const packed = await packRuns({ ...opts, out: pack });
    const acts = packed.runs.some(({ run }) => run.spec.protocol.act !== undefined);
    writePartsAtomic(opts.out, pageParts(pack, acts));
    return packed;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function* pageParts(pack: string, acts: boolean): Generator<Uint8Array> {
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
  yield Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>Sextant</title>
<style>${style}</style>
</head>
<body>
<div id="root"></div>
<script type="application/octet-stream" id="sextant-pack">`);
  yield* base64Of(pack);
  if (acts) {
    yield Buffer.from('</script>\n<script type="application/octet-stream" id="sextant-mujoco.wasm">');
    yield Buffer.from(gzipSync(singleFile('mujoco.wasm')).toString('base64'));
  }
  yield Buffer.from(`</script>\n<script type="module">${script}</script>\n</body>\n</html>\n`);
}

/** Neither ends the element it stands in nor begins a comment there; inside strings the backslash means nothing. */
function inline(script: string): string {
  return script.replaceAll(/<(?=\/script)/gi, '<\\').replaceAll('<!--', '<\\!--');
}

function hashOf(text: string): string {
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
