import { filePart } from './file-part.ts';
import { lengthMark } from './framing.ts';
import type { RunMedia } from './run-media.ts';

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
    const found = await media.find(hash);
    yield lengthMark(found && ('data' in found ? found.data.length : found.bytes));
    if (!found) continue;
    if ('data' in found) yield found.data;
    else yield* filePart(found.path, 0, found.bytes);
  }
}
