import { stat } from 'node:fs/promises';
import type { EncodedVideoPacketSource, Output } from 'mediabunny';
import { messageOf, SextantError } from '../../contracts/index.ts';
import { loadVideoLibrary } from '../../media/index.ts';
import type { Pixels } from '../demonstration.ts';
import { keepAlive, WRITE_BYTES } from '../video-library.ts';

/** High profile, at the level of the largest cameras. */
const CODEC = 'avc1.640033';

/** As libx264's crf: 23 is its own choice; letters on small blocks want more. */
const QUANTIZER = 20;

/** Every second frame can be shown without the others, so that training can begin anywhere. */
const KEY_FRAME_EVERY = 2;

/** Bounds the memory that uncompressed frames take. */
const FRAMES_AT_ONCE = 4;

interface Clip {
  path: string;
  output: Output;
  source: EncodedVideoPacketSource;
  added: number;
  written: Promise<void>;
}

/**
 * Writes the episodes of one camera, each as a file: H.264 in MP4, yuv420p, constant rate, its index in front.
 * One encoder serves them all: a new one for each would cost more than a short episode, and is not wholly given back.
 * @example
 * const encoder = await CameraEncoder.create({ width: 320, height: 240, fps: 30 });
 * await encoder.begin('episode_000000.mp4', pictures.length);
 * for (const picture of pictures) await encoder.add(picture);
 * const bytes = await encoder.end();
 * await encoder.close();
 */
export class CameraEncoder {
  readonly #library: Awaited<ReturnType<typeof loadVideoLibrary>>;
  readonly #fps: number;
  readonly #encoder: VideoEncoder;
  /** Hundreds of new ones per episode would keep the garbage collector busier than the encoder. */
  readonly #planes: Uint8Array<ArrayBuffer>;
  readonly #release = keepAlive();
  #clip: Clip | undefined;
  #failure: unknown;
  /** Called when the encoder has taken a frame, or takes none any more. */
  #wake = () => {};

  private constructor(
    library: Awaited<ReturnType<typeof loadVideoLibrary>>,
    { width, height, fps }: { width: number; height: number; fps: number },
  ) {
    this.#library = library;
    this.#fps = fps;
    this.#planes = new Uint8Array(yuv420Bytes({ width, height }));
    this.#encoder = new VideoEncoder({
      output: (chunk, meta) => this.#take(chunk, meta),
      error: (error) => this.#fail(error),
    });
    this.#encoder.ondequeue = () => this.#wake();
    const rate = { framerate: fps, bitrateMode: 'quantizer' } as const;
    this.#encoder.configure({ codec: CODEC, width, height, ...rate, avc: { format: 'avc' } });
  }

  static async create(camera: { width: number; height: number; fps: number }): Promise<CameraEncoder> {
    return new CameraEncoder(await loadVideoLibrary(), camera);
  }

  async begin(path: string, frames: number): Promise<void> {
    const { EncodedVideoPacketSource, FilePathTarget, Mp4OutputFormat, Output } = this.#library;
    const output = new Output({
      target: new FilePathTarget(path, { chunkSize: WRITE_BYTES }),
      format: new Mp4OutputFormat({ fastStart: 'reserve' }),
    });
    const source = new EncodedVideoPacketSource('avc');
    output.addVideoTrack(source, { frameRate: this.#fps, maximumPacketCount: frames });
    this.#clip = { path, output, source, added: 0, written: output.start() };
  }

  async add(picture: Pixels): Promise<void> {
    const clip = this.#open();
    toYuv420(picture, this.#planes);
    // It takes a copy.
    const frame = new VideoFrame(this.#planes, {
      format: 'I420',
      codedWidth: picture.width,
      codedHeight: picture.height,
      colorSpace: COLOUR_SPACE,
      timestamp: Math.round((clip.added * 1e6) / this.#fps),
    });
    this.#encoder.encode(frame, { keyFrame: clip.added % KEY_FRAME_EVERY === 0, avc: { quantizer: QUANTIZER } });
    frame.close();
    clip.added += 1;
    while (this.#encoder.encodeQueueSize > FRAMES_AT_ONCE && this.#failure === undefined)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    await clip.written;
  }

  /** Gives the size of the file. */
  async end(): Promise<number> {
    const { path, output } = this.#open();
    await this.#encoder.flush();
    await this.#open().written;
    await output.finalize();
    this.#clip = undefined;
    return (await stat(path)).size;
  }

  /** A file that has not been ended is of no use. */
  async close(): Promise<void> {
    this.#release();
    if (this.#encoder.state !== 'closed') this.#encoder.close();
    await this.#clip?.output.cancel();
  }

  #open(): Clip {
    if (this.#failure !== undefined)
      throw new SextantError('bad_media', `cannot encode the video: ${messageOf(this.#failure)}`, {
        cause: this.#failure,
      });
    if (this.#clip) return this.#clip;
    throw new SextantError('internal', 'no clip has begun');
  }

  /** Packets come in the order of their frames: nothing is predicted from the future. */
  #take(chunk: EncodedVideoChunk, meta?: EncodedVideoChunkMetadata): void {
    const clip = this.#clip;
    if (!clip) return;
    const packet = this.#library.EncodedPacket.fromEncodedChunk(chunk);
    const timestamp = Math.round(packet.timestamp * this.#fps) / this.#fps;
    const exact = packet.clone({ timestamp, duration: 1 / this.#fps });
    clip.written = clip.written.then(() => clip.source.add(exact, meta));
    clip.written.catch((error: unknown) => this.#fail(error));
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#wake();
  }
}

/** What video players take for granted at these sizes: BT.601, values from 16 to 235, colour for four pixels together. */
const COLOUR_SPACE = {
  primaries: 'smpte170m',
  transfer: 'smpte170m',
  matrix: 'smpte170m',
  fullRange: false,
} as const;

/** Bytes of a picture in yuv420p. */
function yuv420Bytes({ width, height }: { width: number; height: number }): number {
  return (width * height * 3) / 2;
}

const luma = (r: number, g: number, b: number) => (16829 * r + 33039 * g + 6416 * b + 0x10_8000) >> 16;

/**
 * The three planes of yuv420p, one after the other, in whole numbers of 2⁻¹⁶. Sides are even. Without lists and inner loops,
 * because most of our own work in an export is done here.
 */
function toYuv420({ rgb, width, height }: Pixels, planes: Uint8Array): void {
  const pixels = width * height;
  for (let y = 0, chroma = pixels; y < height; y += 2) {
    for (let x = 0, at = 3 * y * width, to = y * width; x < width; x += 2, at += 6, to += 2, chroma += 1) {
      const r0 = rgb[at] ?? 0;
      const g0 = rgb[at + 1] ?? 0;
      const b0 = rgb[at + 2] ?? 0;
      const r1 = rgb[at + 3] ?? 0;
      const g1 = rgb[at + 4] ?? 0;
      const b1 = rgb[at + 5] ?? 0;
      const below = at + 3 * width;
      const r2 = rgb[below] ?? 0;
      const g2 = rgb[below + 1] ?? 0;
      const b2 = rgb[below + 2] ?? 0;
      const r3 = rgb[below + 3] ?? 0;
      const g3 = rgb[below + 4] ?? 0;
      const b3 = rgb[below + 5] ?? 0;
      planes[to] = luma(r0, g0, b0);
      planes[to + 1] = luma(r1, g1, b1);
      planes[to + width] = luma(r2, g2, b2);
      planes[to + width + 1] = luma(r3, g3, b3);
      const r = r0 + r1 + r2 + r3;
      const g = g0 + g1 + g2 + g3;
      const b = b0 + b1 + b2 + b3;
      planes[chroma] = (-2428 * r - 4768 * g + 7196 * b + 0x80_8000) >> 16;
      planes[chroma + pixels / 4] = (7196 * r - 6026 * g - 1170 * b + 0x80_8000) >> 16;
    }
  }
}
