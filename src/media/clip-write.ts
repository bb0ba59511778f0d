import type { Output, VideoSampleSource } from 'mediabunny';
import { forgetTimes } from './mp4-times.ts';

/** What the encoder makes of RGB; unsaid, players take it for something else and show paler colours. */
const COLOUR_SPACE = { primaries: 'smpte170m', transfer: 'smpte170m', matrix: 'smpte170m', fullRange: false } as const;

/**
 * Pictures to H.264 in MP4, one after the other. The same pictures give the same bytes. Whoever does not `end` it must `drop` it:
 * an encoder that was begun keeps the process alive.
 * @example
 * const clip = new ClipWriter({ width: 320, height: 240, fps: 25 });
 * for (const rgb of pictures) await clip.add(rgb);
 * const mp4 = await clip.end();
 */
export class ClipWriter {
  readonly #size: { width: number; height: number };
  readonly #fps: number;
  #opened: Promise<Opened> | undefined;
  #frames = 0;
  /** Frames are added one after the other, however they come. */
  #last: Promise<void> = Promise.resolve();

  constructor({ width, height, fps }: { width: number; height: number; fps: number }) {
    this.#size = { width, height };
    this.#fps = fps;
  }

  /** Three bytes per pixel, row by row. */
  add(rgb: Uint8Array): Promise<void> {
    const { width, height } = this.#size;
    const pixels = new Uint8Array(width * height * 4).fill(255);
    // Number by number: setting pieces of three costs twenty times as much.
    for (let from = 0, to = 0; to < pixels.length; from += 3, to += 4) {
      pixels[to] = rgb[from] ?? 0;
      pixels[to + 1] = rgb[from + 1] ?? 0;
      pixels[to + 2] = rgb[from + 2] ?? 0;
    }
    const number = this.#frames++;
    this.#last = this.#last.then(() => this.#encode(pixels, number));
    return this.#last;
  }

  async end(): Promise<Uint8Array> {
    await this.#last;
    const { output, target, keepAlive } = await this.#open();
    try {
      await output.finalize();
    } finally {
      clearInterval(keepAlive);
    }
    const mp4 = new Uint8Array(target.buffer ?? new ArrayBuffer(0));
    forgetTimes(mp4);
    return mp4;
  }

  /** Ends it without a clip. */
  async drop(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined);
    clearInterval(opened?.keepAlive);
    await opened?.output.cancel().catch(() => {});
  }

  async #encode(pixels: Uint8Array<ArrayBuffer>, number: number): Promise<void> {
    const { source, VideoSample } = await this.#open();
    const { width, height } = this.#size;
    const sample = new VideoSample(pixels, {
      ...{ format: 'RGBX', codedWidth: width, codedHeight: height },
      ...{ timestamp: number / this.#fps, duration: 1 / this.#fps, colorSpace: COLOUR_SPACE },
    });
    await source.add(sample).finally(() => sample.close());
    // The encoder has its own copy; left to the collector, a clip's pixels pile up.
    pixels.buffer.transfer(0);
  }

  #open(): Promise<Opened> {
    this.#opened ??= open(this.#size);
    return this.#opened;
  }
}

type Opened = Awaited<ReturnType<typeof open>>;

async function open({ width, height }: { width: number; height: number }) {
  await import('@napi-rs/webcodecs/polyfill');
  const { BufferTarget, Mp4OutputFormat, Output, Quality, VideoSample, VideoSampleSource } = await import('mediabunny');
  // Sharp letters need more than video usually gets.
  const bitrate = Math.max(500_000, width * height * 12);
  const target = new BufferTarget();
  const output: Output = new Output({ format: new Mp4OutputFormat(), target });
  const source: VideoSampleSource = new VideoSampleSource({ codec: 'avc', quality: new Quality({ bitrate }) });
  output.addVideoTrack(source);
  await output.start();
  // The encoder works on its own threads and does not keep the process alive.
  const keepAlive = setInterval(() => {}, 60_000);
  return { output, source, target, VideoSample, keepAlive };
}
