import type { InputVideoTrack } from 'mediabunny';
import { loadVideoLibrary } from '../media/index.ts';
import type { Pixels } from './demonstration.ts';
import { keepAlive } from './video-library.ts';

/** Bounds the memory that uncompressed frames take. */
const FRAMES_AT_ONCE = 4;

/** In seconds. */
interface TimeSpan {
  from: number;
  to: number;
}

/** A decoded frame, until the next one is asked for. */
export interface VideoPicture {
  /** When it appears, in seconds. */
  time: number;
  pixels(): Promise<Pixels>;
}

const everything: TimeSpan = { from: 0, to: Number.POSITIVE_INFINITY };

/** The frames of a video file between two times, one at a time. */
export async function* readFrames(path: string, { from, to }: TimeSpan = everything): AsyncGenerator<VideoPicture> {
  const { ALL_FORMATS, FilePathSource, Input, VideoSample } = await loadVideoLibrary();
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
  const release = keepAlive();
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) return;
    for await (const frame of decode(track, { from, to })) {
      const sample = new VideoSample(frame);
      try {
        const { width, height } = sample.visibleRect;
        const pixels = async () => {
          const rgba = new Uint8Array(sample.allocationSize({ format: 'RGBA' }));
          await sample.copyTo(rgba, { format: 'RGBA' });
          return { width, height, rgb: withoutAlpha(rgba) };
        };
        yield { time: frame.timestamp / 1e6, pixels };
      } finally {
        sample.close();
      }
    }
  } finally {
    release();
    input.dispose();
  }
}

function withoutAlpha(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length * 3) / 4);
  for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) {
    rgb[to] = rgba[from] ?? 0;
    rgb[to + 1] = rgba[from + 1] ?? 0;
    rgb[to + 2] = rgba[from + 2] ?? 0;
  }
  return rgb;
}

/** Not the library's own loop: a decoder is not wholly given back, and would keep the whole input in memory. */
async function* decode(track: InputVideoTrack, { from, to }: TimeSpan): AsyncGenerator<VideoFrame> {
  const { EncodedPacketSink } = await loadVideoLibrary();
  const config = await track.getDecoderConfig();
  const sink = new EncodedPacketSink(track);
  const first = (await sink.getKeyPacket(Math.max(0, from))) ?? (await sink.getFirstKeyPacket());
  if (!config || !first) return;
  const decoded: VideoFrame[] = [];
  let failure: unknown;
  let wake = () => {};
  const decoder = new VideoDecoder({
    output: (frame) => decoded.push(frame),
    error: (error) => {
      failure = error;
      wake();
    },
  });
  decoder.ondequeue = () => wake();
  const wanted = function* () {
    if (failure !== undefined) throw failure;
    for (let frame = decoded.shift(); frame; frame = decoded.shift()) {
      if (frame.timestamp >= from * 1e6 && frame.timestamp < to * 1e6) yield frame;
      else frame.close();
    }
  };
  try {
    decoder.configure(config);
    for await (const packet of sink.packets(first)) {
      // Frames may be stored in another order than shown, but none goes past a key frame.
      if (packet.type === 'key' && packet.timestamp >= to) break;
      decoder.decode(packet.toEncodedVideoChunk());
      while (decoder.decodeQueueSize > FRAMES_AT_ONCE && failure === undefined)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      yield* wanted();
    }
    await decoder.flush();
    yield* wanted();
  } finally {
    for (const frame of decoded.splice(0)) frame.close();
    if (decoder.state !== 'closed') decoder.close();
  }
}

export interface VideoTimes {
  /** When the frames appear, in the order of showing. */
  times: readonly number[];
  /** When the last one ends. */
  end: number;
  width: number;
  height: number;
}

/** Reads the times of a video file. Nothing is decoded. */
export async function readTimes(path: string): Promise<VideoTimes> {
  const { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } = await loadVideoLibrary();
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw new RangeError('there is no video in it');
    const packets = new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true });
    const times: number[] = [];
    let end = 0;
    for await (const { timestamp, duration } of packets) {
      times.push(timestamp);
      end = Math.max(end, timestamp + duration);
    }
    return { times: times.sort((a, b) => a - b), end, width: track.codedWidth, height: track.codedHeight };
  } finally {
    input.dispose();
  }
}

/** Whether there is a decoder for it on this machine. */
export async function canDecode(path: string): Promise<boolean> {
  const { ALL_FORMATS, FilePathSource, Input } = await loadVideoLibrary();
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
  try {
    return (await (await input.getPrimaryVideoTrack())?.canDecode()) === true;
  } finally {
    input.dispose();
  }
}
