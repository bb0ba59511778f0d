import { MediaRef } from '../contracts/index.ts';
import { filePart } from './file-part.ts';
import type { FoundMedia } from './run-media.ts';

/** Bytes of a run, whole or in part. Only types that cannot carry script are ever told; all else is plain bytes. */
export function sendMedia(found: FoundMedia, opts: { type: string | undefined; range: string | undefined }): Response {
  const total = 'data' in found ? found.data.length : found.bytes;
  const known = MediaRef.shape.type.safeParse(opts.type);
  const headers = new Headers({
    'Content-Type': known.success ? known.data : 'application/octet-stream',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Accept-Ranges': 'bytes',
    // Named after its content: it never changes.
    'Cache-Control': 'private, max-age=31536000, immutable',
  });
  const part = parseRange(opts.range, total);
  if (part === 'wrong') {
    headers.set('Content-Range', `bytes */${total}`);
    return new Response(null, { status: 416, headers });
  }
  const [start, end] = part ?? [0, total];
  headers.set('Content-Length', String(end - start));
  if (part) headers.set('Content-Range', `bytes ${start}-${end - 1}/${total}`);
  const body = 'data' in found ? new Uint8Array(found.data.subarray(start, end)) : filePart(found.path, start, end);
  return new Response(body, { status: part ? 206 : 200, headers });
}

/** `bytes=a-b`, `bytes=a-` and `bytes=-n`; several parts at once are answered with the whole. */
function parseRange(text: string | undefined, total: number): [start: number, end: number] | 'wrong' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(text ?? '');
  if (!match || match[0] === 'bytes=-') return undefined;
  const [, first = '', last = ''] = match;
  const start = first === '' ? Math.max(0, total - Number(last)) : Number(first);
  const end = first === '' || last === '' ? total : Math.min(total, Number(last) + 1);
  return start < end ? [start, end] : 'wrong';
}
