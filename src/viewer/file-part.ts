import { dirname } from 'node:path';
import { streamRegular } from '../files/index.ts';

/** A photograph is sent in one piece. */
const PIECE = 1 << 22;

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
