import { SextantError } from '../../contracts/index.ts';
import { ByteWriter } from './bytes.ts';

/** Little-endian floats and bytes as numpy has them; `{ text: n }` is numpy's `S<n>`: n bytes, zero padded. */
export type Hdf5Type = 'f4' | 'f8' | 'u1' | { text: number };

export interface Hdf5Dataset {
  type: Hdf5Type;
  shape: readonly number[];
  /** One per entry of the first axis, in order; a text may be shorter than its room. Asked for once. */
  rows: Iterable<Uint8Array>;
}

export type Hdf5Group = Map<string, Hdf5Group | Hdf5Dataset>;

const SUPERBLOCK = 96;
/** How many names fit into one node of a group. */
const NODE_ROOM = 8;
const NOWHERE = 0xffff_ffff_ffff_ffffn;

/**
 * A file of plain groups and unchunked datasets as h5py writes it: no attributes, no times, the same bytes on every machine.
 * (The HDF5 library for JavaScript can neither write zero-padded byte strings nor leave the time of writing out.)
 * @example for (const part of encodeHdf5(new Map([['x', { type: 'f8', shape: [0, 3], rows: [] }]]))) writeSync(fd, part)
 */
export function* encodeHdf5(root: Hdf5Group): Generator<Uint8Array> {
  let end = SUPERBLOCK;
  const address = new Map<Hdf5Dataset, number>();
  for (const dataset of datasetsOf(root)) {
    address.set(dataset, end);
    end += padded(sizeOf(dataset));
  }
  const tables = new Tables(end);
  const rootAt = tables.group(root, address);
  yield superblock(rootAt, tables.end);
  for (const dataset of address.keys()) yield* content(dataset);
  yield tables.bytes();
}

/** Everything but the numbers: what lies where, after the data whose places are known. */
class Tables {
  readonly #start: number;
  #parts: Uint8Array[] = [];
  end: number;

  constructor(start: number) {
    this.#start = start;
    this.end = start;
  }

  /** Returns where its header lies. */
  group(group: Hdf5Group, address: ReadonlyMap<Hdf5Dataset, number>): number {
    const names = [...group.keys()].sort();
    if (names.length > NODE_ROOM) throw new SextantError('internal', `more than ${NODE_ROOM} names in one HDF5 group`);
    const symbols = new ByteWriter().text('SNOD').u8(1, 0).u16(names.length);
    const heap = new ByteWriter().u64(0);
    let last = 0;
    for (const name of names) {
      const entry = group.get(name);
      if (!entry) continue;
      const header = entry instanceof Map ? this.group(entry, address) : this.#add(datasetHeader(entry, address));
      last = heap.length;
      symbols.u64(last, header).u32(0, 0).u64(0, 0);
      heap.text(`${name}\0`).align();
    }
    const symbolsAt = this.#add(symbols.upTo(8 + 40 * NODE_ROOM));
    const heapDataAt = this.#add(heap);
    const heapAt = this.#add(new ByteWriter().text('HEAP').u8(0, 0, 0, 0).u64(heap.length, 1, heapDataAt));
    const tree = new ByteWriter().text('TREE').u8(0, 0).u16(1).u64(NOWHERE, NOWHERE).u64(0, symbolsAt, last).upTo(544);
    return this.#add(header([[0x11, new ByteWriter().u64(this.#add(tree), heapAt)]]));
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#parts, this.end - this.#start);
  }

  #add(bytes: ByteWriter): number {
    const at = this.end;
    const part = bytes.align().done();
    this.#parts.push(part);
    this.end += part.length;
    return at;
  }
}

function datasetHeader(dataset: Hdf5Dataset, address: ReadonlyMap<Hdf5Dataset, number>): ByteWriter {
  const { shape, type } = dataset;
  const size = sizeOf(dataset);
  const placed = address.get(dataset);
  if (placed === undefined) throw new Error('a dataset has no address');
  return header([
    [
      0x01,
      new ByteWriter()
        .u8(1, shape.length, 0, 0)
        .u32(0)
        .u64(...shape),
    ],
    [0x03, typeMessage(type)],
    // Room is taken when something is written, and nothing is filled in before.
    [0x05, new ByteWriter().u8(2, 2, 2, 1).u32(0)],
    [0x08, new ByteWriter().u8(3, 1).u64(size === 0 ? NOWHERE : placed, size)],
  ]);
}

function header(messages: readonly (readonly [kind: number, body: ByteWriter])[]): ByteWriter {
  const all = new ByteWriter();
  for (const [kind, body] of messages) {
    const bytes = body.align().done();
    all.u16(kind, bytes.length).u32(0).raw(bytes);
  }
  return new ByteWriter().u8(1, 0).u16(messages.length).u32(1, all.length, 0).raw(all.done());
}

function typeMessage(type: Hdf5Type): ByteWriter {
  if (type === 'u1') return new ByteWriter().u8(0x10, 0, 0, 0).u32(1).u16(0, 8);
  if (type === 'f4') return new ByteWriter().u8(0x11, 0x20, 31, 0).u32(4).u16(0, 32).u8(23, 8, 0, 23).u32(127);
  if (type === 'f8') return new ByteWriter().u8(0x11, 0x20, 63, 0).u32(8).u16(0, 64).u8(52, 11, 0, 52).u32(1023);
  // ASCII, padded with zeros: another padding would end a text at its first zero.
  return new ByteWriter().u8(0x13, 1, 0, 0).u32(type.text);
}

function superblock(root: number, end: number): Uint8Array {
  const bytes = new ByteWriter()
    .text('\x89HDF\r\n\x1a\n')
    .u8(0, 0, 0, 0, 0, 8, 8, 0)
    .u16(NODE_ROOM / 2, 16)
    .u32(0);
  return bytes.u64(0, NOWHERE, end, NOWHERE).u64(0, root).upTo(SUPERBLOCK).done();
}

function* content(dataset: Hdf5Dataset): Generator<Uint8Array> {
  const rowSize = sizeOf(dataset) / (dataset.shape[0] || 1);
  let count = 0;
  for (const row of dataset.rows) {
    const fits = typeof dataset.type === 'object' ? row.length <= rowSize : row.length === rowSize;
    if (!fits) throw new SextantError('bad_argument', `a row of ${row.length} bytes, not of ${rowSize}`);
    yield row;
    if (row.length < rowSize) yield new Uint8Array(rowSize - row.length);
    count += 1;
  }
  if (count !== dataset.shape[0]) throw new SextantError('bad_argument', `${count} rows, not ${dataset.shape[0]}`);
  const size = sizeOf(dataset);
  if (padded(size) > size) yield new Uint8Array(padded(size) - size);
}

function* datasetsOf(group: Hdf5Group): Generator<Hdf5Dataset> {
  for (const entry of group.values()) {
    if (entry instanceof Map) yield* datasetsOf(entry);
    else yield entry;
  }
}

function sizeOf({ shape, type }: Hdf5Dataset): number {
  const item = typeof type === 'object' ? type.text : { u1: 1, f4: 4, f8: 8 }[type];
  return shape.reduce((product, side) => product * side, item);
}

function padded(size: number): number {
  return Math.ceil(size / 8) * 8;
}
