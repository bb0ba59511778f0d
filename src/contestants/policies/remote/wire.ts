/** What travels between us and a server, whatever it is written in. */
export type Wire = null | boolean | number | bigint | string | Uint8Array | NdArray | Wire[] | WireMap;
export interface WireMap {
  readonly [key: string]: Wire;
}

/** No array has more; what claims so is broken or hostile. */
const MOST_AXES = 32;

type ElementReader = (view: DataView, at: number, little: boolean) => number;

/** Bytes per number and how to read one, by numpy's letter and size. */
const kinds: Readonly<Record<string, { size: number; read: ElementReader }>> = {
  b1: { size: 1, read: (view, at) => (view.getUint8(at) === 0 ? 0 : 1) },
  i1: { size: 1, read: (view, at) => view.getInt8(at) },
  u1: { size: 1, read: (view, at) => view.getUint8(at) },
  i2: { size: 2, read: (view, at, little) => view.getInt16(at, little) },
  u2: { size: 2, read: (view, at, little) => view.getUint16(at, little) },
  i4: { size: 4, read: (view, at, little) => view.getInt32(at, little) },
  u4: { size: 4, read: (view, at, little) => view.getUint32(at, little) },
  i8: { size: 8, read: (view, at, little) => Number(view.getBigInt64(at, little)) },
  u8: { size: 8, read: (view, at, little) => Number(view.getBigUint64(at, little)) },
  f2: { size: 2, read: (view, at, little) => view.getFloat16(at, little) },
  f4: { size: 4, read: (view, at, little) => view.getFloat32(at, little) },
  f8: { size: 8, read: (view, at, little) => view.getFloat64(at, little) },
};

/**
 * An array as numpy has it. The bytes may be part of a larger frame and start anywhere in it.
 * @example toNumbers(new NdArray('<f4', [1], bytes)) // Float64Array [1]
 */
export class NdArray {
  /** numpy's name, such as `<f4` or `|u1`. */
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data: Uint8Array;

  /** Throws when the parts do not fit together: they may come from anybody. */
  constructor(dtype: string, shape: readonly number[], data: Uint8Array) {
    const { size } = kindOf(dtype);
    if (shape.length > MOST_AXES || !shape.every((n) => Number.isSafeInteger(n) && n >= 0)) {
      throw new Error(`an array cannot have the shape (${shape.slice(0, MOST_AXES).join(', ')})`);
    }
    const expected = shape.reduce((product, n) => product * n, size);
    if (expected !== data.length) {
      throw new Error(
        `an array of ${dtype} (${shape.join(', ')}) takes ${expected} bytes, but ${data.length} are there`,
      );
    }
    this.dtype = dtype;
    this.shape = shape;
    this.data = data;
  }

  toString(): string {
    return `${this.dtype} (${this.shape.join(', ')})`;
  }
}

/** The same from parts of any type. */
export function ndArrayOf(dtype: Wire | undefined, shape: Wire | undefined, data: Wire | undefined): NdArray {
  const isShape = Array.isArray(shape) && shape.every((n) => typeof n === 'number');
  if (typeof dtype !== 'string' || !isShape || !(data instanceof Uint8Array)) {
    throw new Error('an array without a proper dtype, shape or data');
  }
  return new NdArray(dtype, shape, data);
}

/** Its numbers in C order. */
export function toNumbers({ dtype, data }: NdArray): Float64Array {
  const { size, read } = kindOf(dtype);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const little = !dtype.startsWith('>');
  return Float64Array.from({ length: data.length / size }, (_, i) => read(view, i * size, little));
}

/** Numbers as an array of this machine's byte order, which is little-endian wherever Node runs with a simulator. */
export function fromNumbers(
  numbers: ArrayLike<number>,
  dtype: 'float32' | 'float64',
  shape: readonly number[],
): NdArray {
  const values = dtype === 'float32' ? Float32Array.from(numbers) : Float64Array.from(numbers);
  return new NdArray(dtype === 'float32' ? '<f4' : '<f8', shape, new Uint8Array(values.buffer));
}

/** The rows of an array of two axes. */
export function rowsOf(array: NdArray): Float64Array[] {
  const [count = 0, width = 0] = array.shape;
  const all = toNumbers(array);
  return Array.from({ length: count }, (_, i) => all.slice(i * width, (i + 1) * width));
}

/** Rows of the same length as one array of float64. */
export function stacked(rows: readonly Float64Array[]): NdArray {
  const width = rows[0]?.length ?? 0;
  const all = new Float64Array(rows.length * width);
  for (const [i, row] of rows.entries()) all.set(row, i * width);
  return fromNumbers(all, 'float64', [rows.length, width]);
}

export function isMap(value: Wire | undefined): value is WireMap {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Uint8Array) &&
    !(value instanceof NdArray)
  );
}

function kindOf(dtype: string): { size: number; read: ElementReader } {
  const kind = /^[<>|=]/.test(dtype) ? kinds[dtype.slice(1)] : undefined;
  if (!kind) throw new Error(`an array of ${JSON.stringify(dtype.slice(0, 20))}, which is not understood`);
  return kind;
}
