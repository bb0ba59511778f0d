import { expect, test } from 'vitest';
import { encodeFrame, FrameReader } from './frame.ts';

const bytes = Buffer.concat([
  ...encodeFrame({ do: 'act', word: 'hänge' }, { state: { data: Float64Array.of(1, -2), shape: [2] } }),
  ...encodeFrame({ do: 'close' }),
]);

test.each([1, 3, 1000])('messages are put together from pieces of %d bytes', (size) => {
  const reader = new FrameReader();
  const frames = [];
  for (let at = 0; at < bytes.length; at += size) frames.push(...reader.push(bytes.subarray(at, at + size)));
  expect(frames.map(({ header }) => header)).toEqual([
    { do: 'act', word: 'hänge', arrays: [['state', '<f8', [2]]] },
    { do: 'close', arrays: [] },
  ]);
  expect(new Float64Array(frames[0]?.body.buffer ?? new ArrayBuffer(0))).toEqual(Float64Array.of(1, -2));
});

test('what is no message is refused', () => {
  expect(() => [...new FrameReader().push(Buffer.from('Hello from a library!'))]).toThrow('a message of');
});
