import { SextantError } from '../../contracts/index.ts';
import type { DemoFrame, DemoSet } from '../demonstration.ts';
import { CameraEncoder } from './camera-encoder.ts';
import { videoKey } from './features.ts';
import { decodePicture } from './picture.ts';
import { PictureStatistics, sampledFrames } from './picture-statistics.ts';
import type { FeatureStats } from './statistics.ts';

/** The pictures of one camera on their way into clips, and what they look like. */
export class CameraRecorder {
  /** Its feature. */
  readonly key: string;
  /** Of all episodes. */
  readonly whole = new PictureStatistics();
  readonly #camera: DemoSet['cameras'][number];
  readonly #encoder: CameraEncoder;
  #episode = new PictureStatistics();
  #sampled = new Set<number>();

  private constructor(camera: DemoSet['cameras'][number], encoder: CameraEncoder) {
    this.key = videoKey(camera.name);
    this.#camera = camera;
    this.#encoder = encoder;
  }

  static async open(camera: DemoSet['cameras'][number], fps: number): Promise<CameraRecorder> {
    return new CameraRecorder(camera, await CameraEncoder.create({ ...camera, fps }));
  }

  async begin(path: string, frames: number): Promise<void> {
    this.#episode = new PictureStatistics();
    this.#sampled = sampledFrames(frames);
    await this.#encoder.begin(path, frames);
  }

  async add(images: DemoFrame['images'], frame: number, episode: string): Promise<void> {
    const where = `${episode}, frame ${frame}, camera ${this.#camera.name}`;
    const jpeg = images[this.#camera.name];
    if (!jpeg) throw new SextantError('bad_data', 'there is no picture', { where });
    const picture = await decodePicture(jpeg, this.#camera, where);
    if (this.#sampled.has(frame)) this.#episode.add(picture);
    await this.#encoder.add(picture);
  }

  async end(): Promise<{ bytes: number; stats: FeatureStats }> {
    this.whole.merge(this.#episode);
    return { bytes: await this.#encoder.end(), stats: this.#episode.stats() };
  }

  close(): Promise<void> {
    return this.#encoder.close();
  }
}
