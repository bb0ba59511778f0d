import { H264Encoder } from './h264/encoder.ts';

/** As the encoder makes them of RGB; unsaid, players take them for something else and show paler ones. */
const COLOUR_SPACE = { primaries: 'smpte170m', transfer: 'smpte170m', matrix: 'smpte170m', fullRange: false } as const;

/**
 * Pictures of even sides to H.264 in MP4, one after the other. The same pictures give the same bytes on every machine.
 * @example
 * const clip = new ClipWriter({ width: 320, height: 240, fps: 25 });
 * for (const rgb of pictures) clip.add(rgb);
 * const mp4 = await clip.end();
 */
export class ClipWriter {
  readonly #size: { width: number; height: number };
  readonly #fps: number;
  readonly #encoder: H264Encoder;
  readonly #pictures: { data: Uint8Array; isKey: boolean }[] = [];

  constructor({ width, height, fps }: { width: number; height: number; fps: number }) {
    this.#size = { width, height };
    this.#fps = fps;
    this.#encoder = new H264Encoder({ width, height, fps });
  }

  /** Three bytes per pixel, row by row. */
  add(rgb: Uint8Array): void {
    this.#pictures.push(this.#encoder.encode(rgb));
  }

  async end(): Promise<Uint8Array> {
    const { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } = await import(
      'mediabunny'
    );
    const { codec, description } = this.#encoder;
    const { width, height } = this.#size;
    const decoderConfig = { codec, description, codedWidth: width, codedHeight: height, colorSpace: COLOUR_SPACE };
    const target = new BufferTarget();
    const output = new Output({ format: new Mp4OutputFormat(), target });
    const source = new EncodedVideoPacketSource('avc');
    output.addVideoTrack(source);
    await output.start();
    for (const [number, { data, isKey }] of this.#pictures.entries()) {
      const packet = new EncodedPacket(data, isKey ? 'key' : 'delta', number / this.#fps, 1 / this.#fps);
      await source.add(packet, { decoderConfig });
    }
    await output.finalize();
    const mp4 = new Uint8Array(target.buffer ?? new ArrayBuffer(0));
    forgetTimes(mp4);
    return mp4;
  }
}

/** Boxes that hold others, on the way to those that hold times. */
const outer = ['moov', 'trak', 'mdia'];
const timed = ['mvhd', 'tkhd', 'mdhd'];

/** Takes the time of writing out of an MP4, in place: the same pictures give the same bytes, whenever they are written. */
function forgetTimes(mp4: Uint8Array<ArrayBuffer>): void {
  const view = new DataView(mp4.buffer, mp4.byteOffset, mp4.byteLength);
  for (let at = 0; at + 8 <= mp4.length; ) {
    const small = view.getUint32(at);
    const head = small === 1 ? 16 : 8;
    const size = small === 1 ? Number(view.getBigUint64(at + 8)) : small || mp4.length - at;
    if (size < head || at + size > mp4.length) return;
    const kind = String.fromCharCode(...mp4.subarray(at + 4, at + 8));
    const body = mp4.subarray(at + head, at + size);
    if (outer.includes(kind)) forgetTimes(body);
    // Version and flags, then two times, of eight bytes in version 1.
    else if (timed.includes(kind)) body.fill(0, 4, body[0] === 1 ? 20 : 12);
    at += size;
  }
}
