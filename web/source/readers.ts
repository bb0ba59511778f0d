import { unitKey } from '../../src/engine/pure.ts';
import { at } from '../../src/util/index.ts';
import { type ListAsk, type ListPage, type Rival, UnitList, type UnitRow } from '../../src/viewer/pure.ts';
import type { ByteReader } from './zip.ts';

const lists = new WeakMap<readonly UnitRow[], UnitList>();
const rivals = new WeakMap<readonly UnitRow[], Rival>();
let versions = 0;

/** A part of the list of samples, from rows that are all at hand. */
export async function listRows(
  rows: readonly UnitRow[],
  ask: ListAsk,
  unitsOf: (run: string) => Promise<readonly UnitRow[]>,
): Promise<ListPage> {
  const { differs } = ask.filter;
  const rival = differs === undefined ? undefined : await unitsOf(differs).then(rivalOf, () => null);
  const list = lists.get(rows) ?? new UnitList(rows, ++versions);
  lists.set(rows, list);
  return { ...list.page(ask, rival), complete: true };
}

function rivalOf(rows: readonly UnitRow[]): Rival {
  const known = rivals.get(rows);
  if (known) return known;
  const results = new Map(rows.map(({ result }) => [unitKey(result), result]));
  const made = { version: ++versions, resultOf: (unit: { id: string; epoch: number }) => results.get(unitKey(unit)) };
  rivals.set(rows, made);
  return made;
}

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
