import { at } from '../../src/util/index.ts';
/** The lines of a stream of bytes, one at a time. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // In pieces: a line of ten megabytes must not be copied once per piece.
  let pending: string[] = [];
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const parts = decoder.decode(read.value, { stream: true }).split('\n');
    for (const part of parts.slice(0, -1)) {
      yield [...pending, part].join('');
      pending = [];
    }
    pending.push(at(parts, -1));
  }
  const last = [...pending, decoder.decode()].join('');
  if (last !== '') yield last;
}
