import { rm } from 'node:fs/promises';
import { joinClips } from './join-clips.ts';
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
