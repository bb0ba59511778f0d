import type { ByteReader } from './zip.ts';

/** Bytes at hand. */
export function memoryReader(bytes: Uint8Array): ByteReader {
  return { size: bytes.length, read: async (start, end) => bytes.subarray(start, end) };
}

/** Enough for the table of contents of most packs. */
const FIRST = 1 << 16;

/** A file on a web server, read by parts; of a server that knows no parts, all of it once. */
export async function httpReader(url: string): Promise<ByteReader> {
  const response = await fetch(url, { headers: { Range: `bytes=0-${FIRST - 1}` } });
  if (!response.ok) throw new Error(`${url} cannot be read: the server answered ${response.status}`);
  const first = new Uint8Array(await response.arrayBuffer());
  const total = /\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '')?.[1];
  if (response.status !== 206 || total === undefined) return memoryReader(first);
  return {
    size: Number(total),
    async read(start, end) {
      if (end <= first.length) return first.subarray(start, end);
      if (end <= start) return new Uint8Array();
      const part = await fetch(url, { headers: { Range: `bytes=${start}-${end - 1}` } });
      const bytes = new Uint8Array(await part.arrayBuffer());
      if (part.status !== 206 || bytes.length !== end - start) throw new Error(`${url} changed: load the page again`);
      return bytes;
    },
  };
}
