import type { EncodedPacketSink, VideoSample } from 'mediabunny';
import { messageOf, SextantError } from '../contracts/index.ts';
import { at, count, plural } from '../util/index.ts';
import { ffmpegFrames } from './ffmpeg.ts';
import { type Choice, chosenFrames, jpegFrame, type VideoFrame } from './frames.ts';
import { maxDecodedPixels } from './mask.ts';

/** Bounds the memory that uncompressed frames take. */
const COMPRESSED_AT_ONCE = 4;

/** Almost two hours at 30 per second. The file's own tables may claim billions. */
const MAX_FRAMES = 200_000;

/**
 * Frames of a clip by the protocol's rule, as JPEG; `ref.time` is when the frame appears, in seconds from the start.
 * What our own decoder cannot read, or where there is none, the system's ffmpeg may.
 * @example const frames = await sampleFrames(mp4, { rule: 'uniform-ends', value: 32 });
 */
export async function sampleFrames(bytes: Uint8Array, choice: Choice): Promise<VideoFrame[]> {
  try {
    return await decodeFrames(bytes, choice);
  } catch (error) {
    if (error instanceof TooLarge) throw error;
    const frames = await ffmpegFrames(bytes, choice);
    if (frames) return frames;
    throw error;
  }
}

/** How many frames a clip has. */
export async function countFrames(bytes: Uint8Array): Promise<number> {
  let count = 0;
  await sampleFrames(bytes, ({ length }) => {
    count = length;
    return [0];
  });
  return count;
}

async function decodeFrames(bytes: Uint8Array, choice: Choice): Promise<VideoFrame[]> {
  const { ALL_FORMATS, BufferSource, EncodedPacketSink, Input, VideoSampleSink } = await loadVideoLibrary();
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  // The decoder works on its own threads and does not keep the process alive.
  const keepAlive = setInterval(() => {}, 60_000);
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw new SextantError('bad_media', 'the file has no video track');
    requireSize(await track.getCodedWidth(), await track.getCodedHeight());
    const { stamps, end } = await timeline(new EncodedPacketSink(track), Math.min(MAX_FRAMES, bytes.length));
    const start = at(stamps, 0);
    const times = stamps.map((stamp) => stamp - start);
    const chosen = chosenFrames(choice, times, end - start);

    const wanted = [...new Set(chosen)].sort((a, b) => a - b);
    const frames = new Map<number, VideoFrame>();
    const underWay: { index: number; picture: Promise<VideoFrame> }[] = [];
    const keep = async (each: (typeof underWay)[number] | undefined) => {
      if (each) frames.set(each.index, await each.picture);
    };
    let next = 0;
    const samples = new VideoSampleSink(track).samplesAtTimestamps(wanted.map((index) => at(stamps, index)));
    for await (const sample of samples) {
      const index = at(wanted, next++);
      if (!sample) throw new SextantError('bad_media', `frame ${index} of the clip cannot be decoded`);
      // The next frames are decoded while these are being compressed.
      const picture = toJpeg(sample, at(times, index));
      picture.catch(() => {}); // reported below
      underWay.push({ index, picture });
      if (underWay.length >= COMPRESSED_AT_ONCE) await keep(underWay.shift());
    }
    for (const each of underWay) await keep(each);
    return chosen.flatMap((index) => frames.get(index) ?? []);
  } catch (cause) {
    if (cause instanceof SextantError) throw cause;
    throw new SextantError('bad_media', `cannot decode the clip: ${messageOf(cause)}`, { cause });
  } finally {
    clearInterval(keepAlive);
    input.dispose();
  }
}

/**
 * When each frame appears, in the order of showing, and when the last one ends. Read from the container, nothing is decoded.
 * @param most frames that the file can have
 */
async function timeline(sink: EncodedPacketSink, most: number): Promise<{ stamps: number[]; end: number }> {
  const stamps: number[] = [];
  let end = 0;
  for await (const packet of sink.packets(undefined, undefined, { metadataOnly: true })) {
    const until = packet.timestamp + packet.duration;
    // Frames before zero were cut away by an edit list; decoders need them, but they are not shown.
    if (packet.timestamp < 0 && until <= 0) continue;
    stamps.push(packet.timestamp);
    if (stamps.length > most) throw new TooLarge(`the clip claims more than ${plural(most, 'frame')}`);
    end = Math.max(end, until);
  }
  if (stamps.length === 0) throw new SextantError('bad_media', 'the clip has no frames');
  return { stamps: stamps.sort((a, b) => a - b), end };
}

/** More than is decoded, by whatever decoder. */
class TooLarge extends SextantError {
  constructor(message: string) {
    super('bad_media', message);
  }
}

export function requireSize(width: number, height: number): void {
  if (width * height <= maxDecodedPixels) return;
  throw new TooLarge(`frames of ${width} × ${height} pixels, at most ${count(maxDecodedPixels)} pixels are decoded`);
}

async function toJpeg(sample: VideoSample, time: number): Promise<VideoFrame> {
  try {
    const { default: sharp } = await import('sharp');
    const { width, height } = sample.visibleRect;
    // What the stream itself says, and what its pixels are stretched to: the file's head may say otherwise.
    requireSize(width, height);
    requireSize(sample.squarePixelWidth, sample.squarePixelHeight);
    const pixels = new Uint8Array(sample.allocationSize({ format: 'RGBA' }));
    await sample.copyTo(pixels, { format: 'RGBA' });
    const picture = sharp(pixels, { raw: { width, height, channels: 4 } })
      .resize(sample.squarePixelWidth, sample.squarePixelHeight, { fit: 'fill' })
      .rotate(sample.rotation)
      .flop(sample.flip)
      .removeAlpha();
    return await jpegFrame(picture, time);
  } finally {
    sample.close();
  }
}

/** Encoder and decoder work on their own threads, and are loaded only when a clip is read or written. */
export async function loadVideoLibrary(): Promise<typeof import('mediabunny')> {
  try {
    // mediabunny finds encoder and decoder among the globals, as in a browser.
    await import('@napi-rs/webcodecs/polyfill');
    return await import('mediabunny');
  } catch (cause) {
    throw new SextantError('internal', `the video codecs cannot be loaded on ${process.platform} ${process.arch}`, {
      where: '@napi-rs/webcodecs',
      fix: 'install them: npm install @napi-rs/webcodecs; without them only models that take whole clips can be asked about clips',
      cause,
    });
  }
}
