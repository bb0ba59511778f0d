import { statSync } from 'node:fs';
import type { InputVideoTrack, VideoSample } from 'mediabunny';
import { SextantError } from '../../contracts/index.ts';
import { loadVideoLibrary } from '../../media/index.ts';
import { at } from '../../util/index.ts';
import { type MirrorFormat, mirrorFormat, mirrorLeftRight, mirrorTopBottom, planesOf } from './mirror.ts';

export interface Rewriting {
  mirror: boolean;
  reverse: boolean;
  /** Most bytes of uncompressed frames to hold at once; only reversing holds more than one frame. */
  bufferBytes: number;
  signal?: AbortSignal;
}

/** An uncompressed frame, and when it is shown in the clip it comes from. */
interface RawFrame {
  pixels: Uint8Array<ArrayBuffer>;
  format: MirrorFormat;
  width: number;
  height: number;
  sample: Pick<VideoSample, 'colorSpace' | 'pixelAspectRatio'>;
  from: number;
  until: number;
}

/**
 * Writes a clip as H.264 in MP4, mirrored as it is seen, or backwards, or both. Every frame keeps how long it is shown.
 * Sound is left out. Odd sides lose their last column or row, because H.264 has none.
 */
export async function rewriteClip(source: string, target: string, opts: Rewriting): Promise<void> {
  const { ALL_FORMATS, FilePathSource, Input } = await loadVideoLibrary();
  const input = new Input({ source: new FilePathSource(source), formats: ALL_FORMATS });
  // The codecs work on their own threads and do not keep the process alive.
  const keepAlive = setInterval(() => {}, 60_000);
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw new SextantError('bad_media', 'the file has no video track', { where: source });
    const times = await timesOf(track);
    // Twice the rate of the source, so that encoding once more is hardly seen.
    const seconds = Math.max(0.1, at(times, -1) - at(times, 0));
    const bitrate = Math.max(500_000, Math.round((16 * statSync(source).size) / seconds));
    await write({ ...opts, track, times, target, bitrate });
  } finally {
    clearInterval(keepAlive);
    input.dispose();
  }
}

interface Writing extends Rewriting {
  track: InputVideoTrack;
  times: readonly number[];
  target: string;
  bitrate: number;
}

async function write({ track, times, target, bitrate, ...opts }: Writing): Promise<void> {
  const { FilePathTarget, Mp4OutputFormat, Output, Quality, VideoSampleSource } = await import('mediabunny');
  const output = new Output({ format: new Mp4OutputFormat(), target: new FilePathTarget(target) });
  try {
    const encoder = new VideoSampleSource({ codec: 'avc', quality: new Quality({ bitrate }) });
    const rotation = await track.getRotation();
    output.addVideoTrack(encoder, { rotation, flip: await track.getFlip() });
    await output.start();
    const [start, end] = [at(times, 0), at(times, -1)];
    const pictures = opts.reverse
      ? backwards(track, times, opts.bufferBytes)
      : between(track, times, 0, times.length - 1);
    for await (const picture of pictures) {
      opts.signal?.throwIfAborted();
      if (opts.mirror) mirrorAsSeen(picture, rotation);
      const sample = await toSample(picture, opts.reverse ? end - picture.until : picture.from - start);
      await encoder.add(sample).finally(() => sample.close());
    }
    await output.finalize();
  } catch (error) {
    if (output.state !== 'finalized') await output.cancel();
    throw error;
  }
}

/** When each frame is shown, in order, and at the end when the last one disappears. Read from the container. */
async function timesOf(track: InputVideoTrack): Promise<number[]> {
  const { EncodedPacketSink } = await import('mediabunny');
  const times: number[] = [];
  let end = 0;
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })) {
    const until = packet.timestamp + packet.duration;
    // Frames before zero were cut away by an edit list; decoders need them, nobody sees them.
    if (packet.timestamp < 0 && until <= 0) continue;
    times.push(packet.timestamp);
    end = Math.max(end, until);
  }
  if (times.length === 0) throw new SextantError('bad_media', 'the clip has no frames');
  times.sort((a, b) => a - b);
  const [last = 0, before = last] = [times.at(-1), times.at(-2)];
  // WebM does not say how long the last frame is shown: as long as the one before it.
  return [...times, end > last ? end : last + (last - before)];
}

/** Takes as many frames as fit, from the end. Each part is decoded from the key frame before it. */
async function* backwards(track: InputVideoTrack, times: readonly number[], bytes: number): AsyncGenerator<RawFrame> {
  const [width, height] = [await track.getCodedWidth(), await track.getCodedHeight()];
  // At least 4:2:0; a clip with more to a pixel is noticed below.
  let perFrame = width * height * 1.5;
  for (let until = times.length - 1; until > 0; ) {
    const from = Math.max(0, until - Math.max(1, Math.floor(bytes / perFrame)));
    const part = await Array.fromAsync(between(track, times, from, until));
    perFrame = Math.max(perFrame, at(part, 0).pixels.length);
    yield* part.reverse();
    until = from;
  }
}

/** The frames of a range of `times`. */
async function* between(
  track: InputVideoTrack,
  times: readonly number[],
  first: number,
  behind: number,
): AsyncGenerator<RawFrame> {
  const { VideoSampleSink } = await import('mediabunny');
  let index = first;
  const wanted = times.slice(first, behind);
  for await (const sample of new VideoSampleSink(track).samplesAtTimestamps(wanted)) {
    if (!sample) throw new SextantError('bad_media', `frame ${index} of the clip cannot be decoded`);
    const picture = await copy(sample, at(times, index), at(times, index + 1)).finally(() => sample.close());
    index += 1;
    yield picture;
  }
}

async function copy(sample: VideoSample, from: number, until: number): Promise<RawFrame> {
  const { left: x, top: y } = sample.visibleRect;
  const [width, height] = [even(sample.visibleRect.width), even(sample.visibleRect.height)];
  const format = mirrorFormat(sample.format);
  const opts = { rect: { x, y, width, height }, ...(format === 'RGBA' && { format }) };
  const pixels = new Uint8Array(sample.allocationSize(opts));
  await sample.copyTo(pixels, opts);
  const { colorSpace, pixelAspectRatio } = sample;
  return { pixels, format, width, height, sample: { colorSpace, pixelAspectRatio }, from, until };
}

async function toSample(picture: RawFrame, timestamp: number): Promise<VideoSample> {
  const { VideoSample } = await import('mediabunny');
  const { pixels, format, width, height, sample, from, until } = picture;
  const { num, den } = sample.pixelAspectRatio;
  const wide = num > den;
  return new VideoSample(pixels, {
    format,
    codedWidth: width,
    codedHeight: height,
    displayWidth: wide ? Math.round((width * num) / den) : width,
    displayHeight: wide ? height : Math.round((height * den) / num),
    colorSpace: sample.colorSpace.toJSON(),
    timestamp,
    duration: until - from,
  });
}

/** A clip that is stored on its side is seen mirrored when it is turned upside down in the file. */
function mirrorAsSeen({ pixels, format, width, height }: RawFrame, rotation: number): void {
  const planes = planesOf(format, width, height);
  if (rotation % 180 === 0) mirrorLeftRight(pixels, planes);
  else mirrorTopBottom(pixels, planes);
}

function even(side: number): number {
  return side - (side % 2);
}
