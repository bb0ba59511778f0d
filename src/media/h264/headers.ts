import { BitWriter, unit } from './bits.ts';
import { COLOUR_OFFSET } from './quantiser.ts';

/** Kinds of units, with how much depends on them. */
const SETTINGS = 0x67;
const PICTURE_SETTINGS = 0x68;
const KEY_PICTURE = 0x65;
const PICTURE = 0x41;

/** Constrained baseline: what every decoder can. */
const PROFILE = [66, 0xc0] as const;

/** Levels say how much a decoder has to do: macroblocks of a picture at most, and per second. */
const levels = [
  { level: 30, picture: 1620, second: 40_500 },
  { level: 31, picture: 3600, second: 108_000 },
  { level: 40, picture: 8192, second: 245_760 },
  { level: 51, picture: 36_864, second: 983_040 },
];
/** Of whatever is larger still. */
const LARGEST = 52;

export interface ClipFormat {
  width: number;
  height: number;
  fps: number;
}

/** What a decoder has to know before the first picture, as MP4 holds it, and the name that browsers know it by. */
export function describe({ width, height, fps }: ClipFormat): { codec: string; description: Uint8Array } {
  const [columns, rows] = [Math.ceil(width / 16), Math.ceil(height / 16)];
  const count = columns * rows;
  const level = levels.find(({ picture, second }) => count <= picture && count * fps <= second)?.level ?? LARGEST;
  const kind = [...PROFILE, level];
  const settings = unit(SETTINGS, sequence(kind, width, height));
  const pictureSettings = unit(PICTURE_SETTINGS, pictures());
  return {
    codec: `avc1.${kind.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`,
    description: Uint8Array.from([
      ...[1, ...kind, 0xff],
      ...[0xe1, settings.length >> 8, settings.length & 255, ...settings],
      ...[1, pictureSettings.length >> 8, pictureSettings.length & 255, ...pictureSettings],
    ]),
  };
}

function sequence(kind: readonly number[], width: number, height: number): Uint8Array {
  const bits = new BitWriter();
  const [columns, rows] = [Math.ceil(width / 16), Math.ceil(height / 16)];
  for (const byte of kind) bits.put(byte, 8);
  bits.unsigned(0); // its number
  bits.unsigned(0); // pictures are counted to 16
  bits.unsigned(2); // and shown in the order they come in
  bits.unsigned(1); // one of them is kept for prediction
  bits.put(0, 1); // none is missing
  bits.unsigned(columns - 1);
  bits.unsigned(rows - 1);
  bits.put(0b11, 2); // whole frames
  bits.put(1, 1); // what is shown, in steps of two pixels
  for (const cut of [0, 16 * columns - width, 0, 16 * rows - height]) bits.unsigned(cut / 2);
  bits.put(1, 1); // what follows is for showing
  bits.put(0b00, 2); // no shape of pixels, no overscan
  bits.put(0b1_101_0_1, 6); // unknown format, narrow range, colours are …
  for (let k = 0; k < 3; k += 1) bits.put(6, 8); // … those of BT.601
  bits.put(1, 1); // colour samples lie in the middle of four pixels
  bits.unsigned(1);
  bits.unsigned(1);
  bits.put(0b0000, 4); // no timing, no buffer model
  bits.put(0b11, 2); // limits: blocks may come from outside the picture,
  for (const limit of [0, 0, MOTION_BITS, MOTION_BITS, 0, 1]) bits.unsigned(limit); // none is shown later than decoded
  return bits.end();
}

/** Motion is less than 2^9 quarters of a pixel. */
const MOTION_BITS = 9;

/** The step size that slices count from. */
const QP = 26;

function pictures(): Uint8Array {
  const bits = new BitWriter();
  bits.unsigned(0);
  bits.unsigned(0);
  bits.put(0b00, 2); // codes of variable length, no fields
  for (let k = 0; k < 3; k += 1) bits.unsigned(0); // one group of slices, one picture to predict from
  bits.put(0b000, 3); // no weights
  for (const step of [0, 0, COLOUR_OFFSET]) bits.signed(step);
  bits.put(0b100, 3); // slices say whether edges are smoothed
  return bits.end();
}

/** The start of a picture's only slice. `number` counts from the last key picture on, `key` counts these. */
export function beginSlice(bits: BitWriter, { number, key, qp }: { number: number; key: number; qp: number }): void {
  bits.unsigned(0); // the first macroblock
  bits.unsigned(number === 0 ? 7 : 5);
  bits.unsigned(0);
  bits.put(number & 15, 4);
  if (number === 0) {
    bits.unsigned(key & 1); // neighbouring key pictures differ
    bits.put(0b00, 2);
  } else bits.put(0b000, 3); // the picture before it is the one to predict from
  bits.signed(qp - QP);
  bits.unsigned(1); // edges are not smoothed
}

/** The picture as MP4 holds it: its length and the unit. */
export function packPicture(slice: Uint8Array, isKey: boolean): Uint8Array {
  const data = unit(isKey ? KEY_PICTURE : PICTURE, slice);
  const out = new Uint8Array(4 + data.length);
  new DataView(out.buffer).setUint32(0, data.length);
  out.set(data, 4);
  return out;
}
