import type { Packable } from './encode.ts';
import { type NdArray, ndArrayOf, toNumbers, type Wire, type WireMap } from './wire.ts';

/** How NumPy arrays are encoded in msgpack, which has no type for them. */
export interface ArrayForm {
  write(array: NdArray): Packable;
  /** What a map stands for; undefined when it is just a map. */
  revive(map: WireMap): Wire | undefined;
}

/** openpi's and RoboArena's: keys are bytes. With keys of text, their servers would see a dict instead of an array. */
export const binaryKeys: ArrayForm = { write: (array) => described(array, bytesOf), revive: revived };

/** The same with keys of text. */
export const textKeys: ArrayForm = { write: (array) => described(array, (key) => key), revive: revived };

/** The older form of the `msgpack-numpy` package. */
export const lebedov: ArrayForm = {
  write: ({ dtype, shape, data }) =>
    new Map<Uint8Array, Packable>([
      [bytesOf('nd'), true],
      [bytesOf('type'), dtype],
      [bytesOf('kind'), new Uint8Array()],
      [bytesOf('shape'), [...shape]],
      [bytesOf('data'), data],
    ]),
  revive({ nd, type, shape, data }: WireMap) {
    if (nd === true) return ndArrayOf(type, shape, data);
    return nd === false ? toNumbers(ndArrayOf(type, [], data))[0] : undefined;
  },
};

function described({ dtype, shape, data }: NdArray, keyOf: (key: string) => string | Uint8Array): Packable {
  return new Map<string | Uint8Array, Packable>([
    [keyOf('__ndarray__'), true],
    [keyOf('data'), data],
    [keyOf('dtype'), dtype],
    [keyOf('shape'), [...shape]],
  ]);
}

function revived({ __ndarray__, __npgeneric__, dtype, shape, data }: WireMap): Wire | undefined {
  if (__ndarray__ === true) return ndArrayOf(dtype, shape, data);
  return __npgeneric__ === true ? data : undefined;
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
