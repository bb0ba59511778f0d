import { type Network, type NetworkOutput, networkPolicy, outputsOf } from '../../../src/contestants/pure.ts';
import type { Benchmark, Observation, Playing, Policy, Sample, World } from '../../../src/contracts/index.ts';
import { findBenchmark } from '../../../src/engine/pure.ts';
import { STEPS_PER_MOMENT } from '../../replay/messages.ts';
import { MomentBatches } from '../../replay/resimulate.ts';
import { heatOf } from './heat.ts';
import type { Heat, TryReply } from './messages.ts';

type Say = (reply: TryReply) => void;

/** A network at a robot's table: the same world, policy and commands as in a run. */
export class LiveActing {
  readonly #network: Network;
  readonly #policy: Policy;
  #told: Heat | undefined;
  #world: { id: string; benchmark: Benchmark; world: World } | undefined;
  #sample: Sample | undefined;
  #playing: Playing | undefined;
  /** Before anything has moved. */
  #observed: Observation | undefined;

  constructor(network: Network, id: string) {
    this.#network = network;
    const picture = pictureOf(network);
    const run = async (shown: Parameters<Network['run']>[0]): Promise<Record<string, NetworkOutput>> => {
      const start = performance.now();
      const told = await network.run(shown);
      this.#told = picture && heatOf(network, told, { picture, ms: performance.now() - start });
      return told;
    };
    this.#policy = networkPolicy({ ...network, run }, id);
  }

  /** Lays a table and tells what is on it. */
  async lay(id: string, sample: Sample, say: Say): Promise<void> {
    const { benchmark } = await this.#enter(id);
    this.#sample = benchmark.schema.parse(sample);
    await this.#begin(this.#sample, say);
    this.#observed = this.#start().observe();
    const [seen] = Object.values(this.#observed.images);
    say({ seen });
  }

  /** Where it would go now, if it were told this. */
  async look(text: string, say: Say): Promise<void> {
    const picture = pictureOf(this.#network);
    // Who commands joints has no place to show.
    if (!picture || outputsOf(this.#network.manifest, 'heat').length === 0) return;
    if (!this.#observed) throw new Error('no table is laid');
    const { images, joints, state } = this.#observed;
    const pictures = Object.fromEntries(
      Object.entries(this.#network.manifest.inputs).flatMap(([name, input]) => {
        const rgb = input.is === 'picture' ? images[input.camera ?? '']?.rgb : undefined;
        return rgb ? [[name, rgb]] : [];
      }),
    );
    const start = performance.now();
    const told = await this.#network.run({ pictures, text, joints, commanded: state });
    const heat = heatOf(this.#network, told, { picture, ms: performance.now() - start });
    if (heat) say({ heat });
  }

  /** Acts on the same table from its start, until it is done; or until `isVoid`. */
  async act(text: string, target: string | undefined, say: Say, isVoid: () => boolean): Promise<void> {
    if (!this.#sample || !this.#world) throw new Error('no table is laid');
    const { benchmark } = await this.#enter(this.#world.id);
    const sample = benchmark.schema.parse({ ...this.#sample, instruction: text, answer: target ?? '' });
    const moments = await this.#begin(sample, say);
    const playing = this.#start();
    while (playing.end === undefined) {
      const observation = playing.observe();
      const start = performance.now();
      const chunk = await this.#policy.act(observation);
      if (isVoid()) return;
      say(this.#told ? { heat: this.#told } : { decided: performance.now() - start });
      if (chunk === 'done') break;
      for (const action of chunk) {
        if (playing.end !== undefined) break;
        await playing.step(action);
        if (isVoid()) return;
        moments.send();
      }
    }
    const { episode } = await playing.finish();
    moments.send();
    say({ ended: episode });
  }

  async #enter(id: string) {
    if (this.#world?.id === id) return this.#world;
    const { benchmark } = findBenchmark(id);
    const world = await benchmark.openWorld?.();
    if (!world) throw new Error(`${id} has no world to act in`);
    this.#world?.world.close();
    this.#world = { id, benchmark, world };
    return this.#world;
  }

  async #begin(sample: Sample, say: Say): Promise<MomentBatches> {
    if (!this.#world) throw new Error('no world is open');
    const moments = new MomentBatches(say);
    this.#told = undefined;
    const track = { every: STEPS_PER_MOMENT, at: moments.add.bind(moments) };
    this.#playing = await this.#world.world.begin(sample, this.#policy.needs, { track });
    moments.send();
    return moments;
  }

  #start(): Playing {
    if (!this.#playing) throw new Error('no table is laid');
    return this.#playing;
  }
}

function pictureOf({ manifest }: Network): { width: number; height: number } | undefined {
  return Object.values(manifest.inputs).find((each) => each.is === 'picture');
}
