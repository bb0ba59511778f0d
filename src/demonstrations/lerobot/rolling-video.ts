import { rm } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { SextantError } from '../../contracts/index.ts';
import { loadVideoLibrary } from '../../media/index.ts';
import { WRITE_BYTES } from '../video-library.ts';
import { type FilePlace, fileAt, nextPlace } from './rolling.ts';
import { placeFor } from './staging.ts';

/** Clips of one camera, joined into as few files as the limit allows. */
export class RollingVideo {
  readonly #opts: { dir: string; template: string; key: string; fps: number; limit: number };
  #place: FilePlace = { chunk: 0, file: 0 };
  #clips: { path: string; frames: number }[] = [];
  #bytes = 0;
  #frames = 0;

  constructor(opts: { dir: string; template: string; key: string; fps: number; limit: number }) {
    this.#opts = opts;
  }

  /** Takes a clip over; gives where it will be, in seconds. */
  async add(clip: { path: string; frames: number; bytes: number }): Promise<FilePlace & { from: number; to: number }> {
    if (this.#clips.length > 0 && this.#bytes + clip.bytes >= this.#opts.limit) {
      await this.close();
      this.#place = nextPlace(this.#place);
    }
    const from = this.#frames;
    this.#clips.push(clip);
    this.#bytes += clip.bytes;
    this.#frames += clip.frames;
    return { ...this.#place, from: from / this.#opts.fps, to: this.#frames / this.#opts.fps };
  }

  /** Writes what has been collected. */
  async close(): Promise<void> {
    const { dir, template, key, fps } = this.#opts;
    await joinClips(this.#clips, placeFor(dir, fileAt(template, this.#place, key)), fps);
    await Promise.all(this.#clips.map(({ path }) => rm(path)));
    this.#clips = [];
    this.#bytes = 0;
    this.#frames = 0;
  }
}

/** Puts clips of one camera one after the other into one file. Nothing is encoded again. */
async function joinClips(clips: readonly { path: string; frames: number }[], path: string, fps: number): Promise<void> {
  const library = await loadVideoLibrary();
  const { EncodedPacketSink, EncodedVideoPacketSource, FilePathSource, FilePathTarget, Input, MP4, Mp4OutputFormat } =
    library;
  const format = new Mp4OutputFormat({ fastStart: 'reserve' });
  const output = new library.Output({ target: new FilePathTarget(path, { chunkSize: WRITE_BYTES }), format });
  const source = new EncodedVideoPacketSource('avc');
  const frames = clips.reduce((sum, clip) => sum + clip.frames, 0);
  output.addVideoTrack(source, { frameRate: fps, maximumPacketCount: frames });
  await output.start();
  let at = 0;
  let first: VideoDecoderConfig | undefined;
  const append = async (clip: string) => {
    const input = new Input({ source: new FilePathSource(clip), formats: [MP4] });
    try {
      const track = await input.getPrimaryVideoTrack();
      const decoderConfig = await track?.getDecoderConfig();
      if (!track || !decoderConfig) throw new SextantError('internal', 'a clip was written that has no video');
      first ??= decoderConfig;
      // A file has one set-up for all its frames.
      if (!isDeepStrictEqual(first, decoderConfig)) throw new SextantError('internal', 'clips differ in their set-up');
      for await (const packet of new EncodedPacketSink(track).packets()) {
        await source.add(packet.clone({ timestamp: at / fps, duration: 1 / fps }), { decoderConfig });
        at += 1;
      }
    } finally {
      input.dispose();
    }
  };
  try {
    for (const clip of clips) await append(clip.path);
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
}
