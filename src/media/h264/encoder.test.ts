import { expect, test } from 'vitest';
import { sha256 } from '../../files/regular.ts';
import { random } from '../../stats/index.ts';
import { H264Encoder } from './encoder.ts';

interface Film {
  width: number;
  height: number;
  count: number;
  /** Where a pixel's colour comes from: place in the world, time, channel. */
  paint(x: number, y: number, time: number, channel: number): number;
}

function* pictures({ width, height, count, paint }: Film): Generator<Uint8Array> {
  for (let time = 0; time < count; time += 1) {
    yield Uint8Array.from({ length: 3 * width * height }, (_, i) => {
      const pixel = Math.floor(i / 3);
      return paint(pixel % width, Math.floor(pixel / width), time, i % 3);
    });
  }
}

const noise = random('noise');
const films: Record<string, Film> = {
  'noise, in which nothing can be predicted': { width: 48, height: 32, count: 3, paint: () => noise.int(256) },
  'a checked cloth that slides past, at a size that is not a multiple of 16': {
    width: 102,
    height: 74,
    count: 20,
    paint: (x, y, time) => ((((x + 3 * time) >> 3) + ((y + time) >> 3)) % 2 === 0 ? 230 : 25),
  },
  'a slope that moves by parts of a pixel': {
    width: 64,
    height: 64,
    count: 12,
    paint: (x, y, time, channel) => (((4 * x + 3 * time) * (channel + 1)) >> 2) + ((y * y) >> 5),
  },
  'a square that jumps on a still ground': {
    width: 80,
    height: 48,
    count: 60,
    paint: (x, y, time) => ((x + 7 * time) % 80 < 16 && y % 40 < 20 ? 250 : (x * y) % 90),
  },
  'one column of macroblocks': { width: 8, height: 70, count: 5, paint: (x, y, time) => (x * 20 + y * 7 * time) % 256 },
};

/** What another decoder makes of it, plane by plane. */
async function decode(encoder: H264Encoder, packets: { data: Uint8Array; isKey: boolean }[], film: Film) {
  await import('@napi-rs/webcodecs/polyfill');
  const { width, height } = film;
  const frames: Promise<Uint8Array[]>[] = [];
  const decoder = new VideoDecoder({
    output: (frame) => void frames.push(planes(frame, width, height)),
    error: (error) => frames.push(Promise.reject(error)),
  });
  const { codec, description } = encoder;
  decoder.configure({ codec, description, codedWidth: width, codedHeight: height });
  for (const [i, { data, isKey }] of packets.entries())
    decoder.decode(new EncodedVideoChunk({ type: isKey ? 'key' : 'delta', timestamp: 40_000 * i, data }));
  const keepAlive = setInterval(() => {}, 60_000);
  await decoder.flush().finally(() => clearInterval(keepAlive));
  decoder.close();
  return Promise.all(frames);
}

async function planes(frame: VideoFrame, width: number, height: number): Promise<Uint8Array[]> {
  const bytes = new Uint8Array(frame.allocationSize());
  const layout = await frame.copyTo(bytes);
  frame.close();
  return layout.map(({ offset, stride }, plane) => {
    const [w, h] = plane === 0 ? [width, height] : [width / 2, height / 2];
    const rows = Array.from({ length: h }, (_, y) => bytes.subarray(offset + y * stride, offset + y * stride + w));
    return new Uint8Array(Buffer.concat(rows));
  });
}

test.each(Object.entries(films))('%s: another decoder makes of it what the encoder says', async (_, film) => {
  for (const qp of [10, 22, 37, 51]) {
    const encoder = new H264Encoder({ ...film, fps: 25, qp });
    const expected: Uint8Array[][] = [];
    const packets = Array.from(pictures(film), (rgb) => {
      const packet = encoder.encode(rgb);
      expected.push(encoder.decoded);
      return packet;
    });
    expect((await decode(encoder, packets, film)).flat().map(sha256)).toEqual(expected.flat().map(sha256));
  }
});

test('pictures that stand still take next to nothing', () => {
  const film: Film = { width: 64, height: 48, count: 10, paint: (x, y) => (x * y) % 256 };
  const encoder = new H264Encoder({ ...film, fps: 25 });
  const sizes = Array.from(pictures(film), (rgb) => encoder.encode(rgb).data.length);
  expect(sizes.slice(4).every((size) => size < 20)).toBe(true);
});

test('refuses sides that are odd', () => {
  expect(() => new H264Encoder({ width: 31, height: 16, fps: 25 })).toThrow(/31 × 16/);
});
