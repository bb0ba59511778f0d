import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { random } from '../../../stats/index.ts';
import { binaryKeys, lebedov, textKeys } from './array-forms.ts';
import { decode } from './decode.ts';
import { encode, type Packable } from './encode.ts';
import { fromNumbers, NdArray, toNumbers } from './wire.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const bytes = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'));

/** What Python's msgpack 1.2 makes of these. */
const golden: [value: Packable, written: string][] = [
  [0, '00'],
  [127, '7f'],
  [128, 'cc80'],
  [256, 'cd0100'],
  [65_536, 'ce00010000'],
  [4_294_967_295, 'ceffffffff'],
  [4_294_967_296, 'cf0000000100000000'],
  [Number.MAX_SAFE_INTEGER, 'cf001fffffffffffff'],
  [-1, 'ff'],
  [-32, 'e0'],
  [-33, 'd0df'],
  [-129, 'd1ff7f'],
  [-32_769, 'd2ffff7fff'],
  [-2_147_483_649, 'd3ffffffff7fffffff'],
  [Number.MIN_SAFE_INTEGER, 'd3ffe0000000000001'],
  [0.5, 'cb3fe0000000000000'],
  [1e300, 'cb7e37e43c8800759c'],
  [-0, 'cb8000000000000000'],
  [true, 'c3'],
  [false, 'c2'],
  [null, 'c0'],
  ['', 'a0'],
  ['é', 'a2c3a9'],
  ['x'.repeat(31), `bf${'78'.repeat(31)}`],
  ['x'.repeat(32), `d920${'78'.repeat(32)}`],
  ['x'.repeat(256), `da0100${'78'.repeat(256)}`],
  ['x'.repeat(65_536), `db00010000${'78'.repeat(65_536)}`],
  [[], '90'],
  [Array.from({ length: 16 }, () => 0), `dc0010${'00'.repeat(16)}`],
  [{}, '80'],
  [{ a: 1, b: [null, { c: 'd' }] }, '82a16101a16292c081a163a164'],
  [new Uint8Array(3), 'c403000000'],
  [new Uint8Array(256), `c50100${'00'.repeat(256)}`],
];

test.each(golden)('value %# is written as Python writes it, and read back', (value, written) => {
  expect(hex(encode(value, binaryKeys))).toBe(written);
  const read = decode(bytes(written), binaryKeys);
  if (value instanceof Uint8Array) expect(read).toEqual(value);
  else expect(JSON.stringify(read)).toBe(JSON.stringify(value));
});

/** One float32, in the form of each dialect; the first is the example of openpi's own documentation. */
const forms = {
  binary: [
    binaryKeys,
    '81 a178 84 c40b5f5f6e6461727261795f5f c3 c40464617461 c4040000803f c4056474797065 a33c6634 c4057368617065 9101',
  ],
  text: [
    textKeys,
    '81 a178 84 ab5f5f6e6461727261795f5f c3 a464617461 c4040000803f a56474797065 a33c6634 a57368617065 9101',
  ],
  lebedov: [
    lebedov,
    '81 a178 85 c4026e64 c3 c40474797065 a33c6634 c4046b696e64 c400 c4057368617065 9101 c40464617461 c4040000803f',
  ],
} as const;

test.each(Object.entries(forms))('an array in %s form, byte by byte', (_, [form, written]) => {
  const value = { x: fromNumbers([1], 'float32', [1]) };
  expect(hex(encode(value, form))).toBe(written.replaceAll(' ', ''));
  expect({ ...Object(decode(bytes(written), form)) }).toEqual(value);
});

test('scalars and other types that numpy sends', () => {
  const sent = bytes(
    `84 a167 83 c40d5f5f6e7067656e657269635f5f c3 c40464617461 cb3ff8000000000000 c4056474797065 a33c6634
    a17a 84 c40b5f5f6e6461727261795f5f c3 c40464617461 c4080300000000000000 c4056474797065 a33c6938 c4057368617065 90
    a168 84 c40b5f5f6e6461727261795f5f c3 c40464617461 c408003c004000420044 c4056474797065 a33c6632 c4057368617065 920202
    a162 84 c40b5f5f6e6461727261795f5f c3 c40464617461 c4020100 c4056474797065 a37c6231 c4057368617065 9102`.replaceAll(
      '\n',
      '',
    ),
  );
  const { g, z, h, b } = Object(decode(sent, binaryKeys));
  expect(g).toBe(1.5);
  expect([z, h, b].map((array) => [String(array), [...toNumbers(array)]])).toEqual([
    ['<i8 ()', [3]],
    ['<f2 (2, 2)', [1, 2, 3, 4]],
    ['|b1 (2)', [1, 0]],
  ]);
  expect(decode(bytes('83c4026e64c2c40474797065a33c6634c40464617461c4040000c03f'), lebedov)).toBe(1.5);
  expect([...toNumbers(new NdArray('>f4', [1], bytes('3f800000')))]).toEqual([1]);
});

test('arrays are views of the frame, wherever they start in it', () => {
  for (let shift = 0; shift < 8; shift++) {
    const value = { [`${'k'.repeat(shift)}x`]: fromNumbers([1.5, -2.5], 'float64', [2]) };
    const frame = encode(value, binaryKeys);
    const array = Object.values(Object(decode(frame, binaryKeys)))[0];
    expect(array instanceof NdArray && array.data.buffer === frame.buffer).toBe(true);
    expect(array instanceof NdArray && [...toNumbers(array)]).toEqual([1.5, -2.5]);
  }
});

const hostile: Record<string, { frame: Uint8Array; says: RegExp }> = {
  'nothing at all': { frame: new Uint8Array(), says: /cut off/ },
  'a list of four milliards': { frame: bytes('ddffffffff'), says: /cut off/ },
  'a map of four milliards': { frame: bytes('dfffffffff'), says: /cut off/ },
  'a text of four milliards': { frame: bytes('dbffffffff'), says: /cut off/ },
  'a million lists in each other': { frame: new Uint8Array(1_000_000).fill(0x91), says: /deeply/ },
  'many thousand empty maps': {
    frame: Buffer.concat([bytes('dd00020000'), new Uint8Array(0x20000).fill(0x80)]),
    says: /more than/,
  },
  'two values': { frame: bytes('0101'), says: /too many/ },
  'a byte that means nothing': { frame: bytes('c1'), says: /0xc1/ },
  'a text that is no text': { frame: bytes('a2c328'), says: /not valid|encoded data/ },
  'an array that is larger than its bytes': {
    frame: encode({ __ndarray__: true, data: new Uint8Array(4), dtype: '<f4', shape: [50, 14] }, textKeys),
    says: /takes 2800 bytes, but 4/,
  },
  'an array of negative length': {
    frame: encode({ __ndarray__: true, data: new Uint8Array(4), dtype: '<f4', shape: [-1, -1] }, textKeys),
    says: /shape \(-1, -1\)/,
  },
  'an array of objects': {
    frame: encode({ __ndarray__: true, data: new Uint8Array(8), dtype: '|O', shape: [1] }, textKeys),
    says: /not understood/,
  },
  'an array with a shape of texts': {
    frame: encode({ __ndarray__: true, data: new Uint8Array(8), dtype: '<f8', shape: ['1'] }, textKeys),
    says: /proper/,
  },
};

test.each(Object.entries(hostile))('%s is refused', (_, { frame, says }) => {
  expect(() => decode(frame, binaryKeys)).toThrow(says);
});

test('whatever bytes come, the end is a value or an error', () => {
  const dice = random(1, 'msgpack');
  const seeds = [
    ...golden.map(([, written]) => bytes(written.slice(0, 200))),
    ...Object.values(forms).map(([, text]) => bytes(text)),
  ];
  for (let i = 0; i < 5000; i++) {
    const frame = Uint8Array.from(dice.pick(seeds));
    for (let k = 0; k < 3; k++) frame[Math.floor(dice.next() * frame.length)] = Math.floor(dice.next() * 256);
    try {
      decode(frame, binaryKeys);
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
    }
  }
});

test('a key called __proto__ is just a key', () => {
  const read = Object(decode(encode(new Map([['__proto__', 1]]), binaryKeys), binaryKeys));
  expect(Object.keys(read)).toEqual(['__proto__']);
});

test('types of somebody’s own are skipped', () => {
  expect(decode(bytes('92d4ff0107'), binaryKeys)).toEqual([bytes('ff01'), 7]);
  expect(decode(bytes('c70205aabb'), binaryKeys)).toEqual(bytes('05aabb'));
});

test('large frames are written whole', () => {
  const pixels = Uint8Array.from({ length: 300_000 }, (_, i) => i % 251);
  const frame = encode({ a: new NdArray('|u1', [300_000], pixels), b: 'after' }, binaryKeys);
  const { a, b } = Object(decode(frame, binaryKeys));
  expect(createHash('sha256').update(a.data).digest('hex')).toBe(createHash('sha256').update(pixels).digest('hex'));
  expect(b).toBe('after');
});
