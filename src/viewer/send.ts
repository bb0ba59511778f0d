import { dirname } from 'node:path';
import { MediaRef } from '../contracts/index.ts';
import { readRegular, streamRegular } from '../files/index.ts';
import type { FoundMedia, RunMedia } from './run-media.ts';
import { lengthMark } from './wire.ts';

/** A photograph is sent in one piece. */
const PIECE = 1 << 22;

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

const SMALL = 1 << 18;

/** Several files of a run in one answer, in the order that they were asked for: the length of each, then its bytes. */
export function sendFiles(media: RunMedia, hashes: readonly string[]): Response {
  const chunks = framed(media, hashes);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void chunks.return(undefined),
  });
  return new Response(body, {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'no-store',
    },
  });
}

/** One after the other, as they are read: memory does not grow with them. */
async function* framed(media: RunMedia, hashes: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const hash of hashes) {
    // A file whose content does not match its hash counts as missing here; requesting it alone reports the error.
    const found = await media.find(hash).catch(() => undefined);
    if (!found) yield lengthMark(undefined);
    else if ('data' in found) yield* [lengthMark(found.data.length), found.data];
    else if (found.bytes <= SMALL) {
      // Synchronous: for small files that beats a trip to the thread pool.
      const data = readRegular(found.path);
      yield Buffer.concat([lengthMark(data.length), data]);
    } else {
      yield lengthMark(found.bytes);
      yield* filePart(found.path, 0, found.bytes);
    }
  }
}

/** A part of a file as a web stream: memory does not grow with it, and the file is opened when somebody reads. */
export function filePart(path: string, start: number, end: number): ReadableStream<Uint8Array> {
  let file: ReturnType<typeof streamRegular> | undefined;
  let chunks: AsyncIterator<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (end <= start) return controller.close();
        const piece = { start, end: end - 1, highWaterMark: Math.min(end - start, PIECE) };
        file ??= streamRegular(path, { ...piece, inside: dirname(path) });
        chunks ??= file.iterator();
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void file?.destroy(),
    },
    { highWaterMark: 0 },
  );
}
