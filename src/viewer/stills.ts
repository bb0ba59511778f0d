import type { Benchmark, Sample, World } from '../contracts/index.ts';
import { encodeRgb } from '../media/index.ts';

/** What the robot itself sees of its table. */
const CAMERA = 'head_camera';
const SIZE = { width: 320, height: 240 };

const needs = { cameras: [], action: 'qpos', peeks: 'nothing' } as const;

/** Pictures of tables as they were laid, before anybody moved: no run stores them, and a world draws them again. */
export class Stills {
  readonly #worlds = new Map<string, Promise<World> | undefined>();
  /** A world lays one table at a time. */
  #work: Promise<unknown> = Promise.resolve();

  /** Nothing where the benchmark has no world, or the sample is none of its own. */
  of(benchmark: Benchmark, sample: Sample): Promise<Uint8Array | undefined> {
    const drawn = this.#work.then(() => this.#draw(benchmark, sample)).catch(() => undefined);
    this.#work = drawn;
    return drawn;
  }

  async close(): Promise<void> {
    await this.#work;
    for (const world of this.#worlds.values()) (await world?.catch(() => undefined))?.close();
    this.#worlds.clear();
  }

  async #draw(benchmark: Benchmark, sample: Sample): Promise<Uint8Array | undefined> {
    const known = this.#worlds.has(benchmark.id) ? this.#worlds.get(benchmark.id) : benchmark.openWorld?.();
    this.#worlds.set(benchmark.id, known);
    const world = await known;
    const playing = await world?.begin(benchmark.schema.parse(sample), needs);
    return playing && encodeRgb(playing.look(CAMERA, SIZE));
  }
}
