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

/** What a report in one file carries inside: base64 in elements that no browser runs. */
function embedded(id: string): Uint8Array<ArrayBuffer> | null {
  const element = document.getElementById(id);
  if (!element) return null;
  const text = element.textContent ?? '';
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** The packed runs inside this page, if it has any. */
export function embeddedPack(): Uint8Array | null {
  const bytes = embedded('sextant-pack');
  // Free the text, which is larger than the decoded bytes.
  document.getElementById('sextant-pack')?.remove();
  return bytes;
}

/** A file that the page would otherwise fetch; null where it can. */
export async function embeddedFile(name: 'mujoco.wasm'): Promise<Uint8Array | null> {
  const packed = embedded(`sextant-${name}`);
  if (!packed) return null;
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
