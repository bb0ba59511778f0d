import { SextantError } from '../../contracts/index.ts';
import type { DemoFrame, DemoSet, Pixels } from '../demonstration.ts';
import { CameraEncoder } from './camera-encoder.ts';
import { videoKey } from './features.ts';
import { type FeatureStats, type FeatureSummary, featureStats, withQuantiles } from './statistics.ts';

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
    const picture = images[this.#camera.name];
    if (!picture) throw new SextantError('bad_data', 'there is no picture', { where });
    const { width, height } = picture;
    if (width !== this.#camera.width || height !== this.#camera.height) {
      const wanted = `${this.#camera.width}×${this.#camera.height}`;
      throw new SextantError('bad_media', `the picture has ${width}×${height} pixels, its camera has ${wanted}`, {
        where,
      });
    }
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

/** Pictures whose longer side has fewer pixels are counted whole; larger ones down to about `ENOUGH`. */
const LARGE = 300;
const ENOUGH = 150;

/** Which frames of an episode stand for all in the statistics of its pictures; all of a hundred. */
export function sampledFrames(length: number): Set<number> {
  const count = Math.max(Math.min(100, length), Math.min(Math.floor(length ** 0.75), 10_000));
  return new Set(Array.from({ length: count }, (_, i) => Math.round((i * (length - 1)) / Math.max(1, count - 1))));
}

/** How often each value appears in each channel: all statistics follow from it, exactly. */
export class PictureStatistics {
  readonly #channels = [0, 1, 2].map(() => new Float64Array(256));
  #pictures = 0;

  add({ rgb, width, height }: Pixels): void {
    const longer = Math.max(width, height);
    const step = longer < LARGE ? 1 : Math.floor(longer / ENOUGH);
    for (const [channel, counts] of this.#channels.entries()) {
      for (let y = 0; y < height; y += step) {
        const end = 3 * width * (y + 1);
        for (let at = 3 * width * y + channel; at < end; at += 3 * step) {
          const value = rgb[at] ?? 0;
          counts[value] = (counts[value] ?? 0) + 1;
        }
      }
    }
    this.#pictures += 1;
  }

  merge(other: PictureStatistics): void {
    this.#pictures += other.#pictures;
    other.#channels.forEach((theirs, channel) => {
      const counts = this.#channels[channel];
      theirs.forEach((count, value) => {
        if (counts) counts[value] = (counts[value] ?? 0) + count;
      });
    });
  }

  /** From 0 to 1; `count` is the number of pictures. */
  stats(): FeatureStats {
    return featureStats(this.#channels.map((counts) => summariseCounts(counts, this.#pictures)));
  }
}

function summariseCounts(counts: Float64Array, pictures: number): FeatureSummary {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const mean = counts.reduce((sum, count, value) => sum + count * value, 0) / total;
  const variance = counts.reduce((sum, count, value) => sum + count * (value - mean) ** 2, 0) / total;
  const at = (q: number) => {
    let before = 0;
    return counts.findIndex((count) => {
      before += count;
      return before > q * (total - 1);
    });
  };
  const [min, max] = [at(0), counts.findLastIndex((count) => count > 0)];
  const moments = { min: min / 255, max: max / 255, mean: mean / 255, std: Math.sqrt(variance) / 255 };
  return withQuantiles({ ...moments, count: pictures }, (q) => at(q) / 255);
}
