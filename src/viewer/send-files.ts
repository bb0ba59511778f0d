import { readRegular } from '../files/index.ts';
import { filePart } from './file-part.ts';
import { lengthMark } from './framing.ts';
import type { RunMedia } from './run-media.ts';

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
    // Bytes that are not what their name says are none; whoever asks for this one alone is told.
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
