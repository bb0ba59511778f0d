import {
  type Action,
  type EpisodeStart,
  type Observation,
  PolicyError,
  type PolicyErrorKind,
} from '../../../contracts/index.ts';
import { sha256 } from '../../../files/index.ts';
import { type NumpyArray, PythonError, type PythonPlace, PythonWorker } from '../../../host/index.ts';
import { POINT, paletteColours, pointCloud } from '../../../media/index.ts';
import type { Sight } from './needs.ts';

/** Loading a large checkpoint takes long, but it must end. */
const LOAD_MS = 1_800_000;
/** So much earlier than the world we give up ourselves: we can say where it hangs. */
const SOONER_MS = 500;

/** Plays with a policy in Python. `eval` runs there until it looks at what its commands led to; these are what `act` returns. */
export class Player {
  readonly #worker: PythonWorker;
  readonly #sight: Sight;
  #timeoutMs: number | undefined;

  /** `order` is what the bridge is told to load. */
  constructor(place: PythonPlace, order: object, sight: Sight) {
    this.#worker = new PythonWorker(place, order, LOAD_MS);
    this.#sight = sight;
  }

  /** Starts Python and loads the model, unless that is done. */
  async prepare(): Promise<void> {
    await this.#during('get_model', () => this.#worker.load());
  }

  async reset({ instruction, unit, seed, stepLimit, timeoutMs }: EpisodeStart): Promise<void> {
    await this.prepare();
    this.#timeoutMs = timeoutMs === undefined || timeoutMs < 4 * SOONER_MS ? undefined : timeoutMs - SOONER_MS;
    const start = {
      do: 'reset',
      instruction,
      step_lim: stepLimit,
      // Its dice depend on the episode alone, not on what was played before.
      seed: Number.parseInt(sha256(`${seed} ${unit.epoch} ${unit.id}`).slice(0, 8), 16),
      about: { episode: unit.id, repetition: unit.epoch, instruction },
    };
    await this.#during('reset_model', () => this.#worker.ask(start, { timeoutMs: this.#timeoutMs }));
  }

  async act(observation: Observation): Promise<Action[] | 'done'> {
    const message = { do: 'act', step: observation.step };
    const opts = { arrays: arraysOf(observation, this.#sight), timeoutMs: this.#timeoutMs };
    const { header, body } = await this.#during('eval', () => this.#worker.ask(message, opts));
    if (header.done) return 'done';
    const numbers = new Float64Array(body.buffer);
    const widths = Array.isArray(header.commands) ? header.commands.map(Number) : [];
    let end = 0;
    return widths.map((width) => {
      end += width;
      return numbers.slice(end - width, end);
    });
  }

  async close(): Promise<void> {
    await this.#worker.close();
  }

  async #during<T>(what: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PythonError)) throw error;
      throw new PolicyError(kindOf(error), `${what}: ${error.message}`, { cause: error });
    }
  }
}

function kindOf({ kind }: PythonError): PolicyErrorKind {
  if (kind === 'late') return 'policy_timeout';
  return kind === 'bad_action' ? kind : 'policy_failed';
}

/** An observation as arrays; cameras by `name/what`, as upstream names it. */
function arraysOf(
  { state, joints, hands, images }: Observation,
  { depth: showsDepth, cloud }: Omit<Sight, 'needs'>,
): Record<string, NumpyArray> {
  const arrays: Record<string, NumpyArray> = {
    state: { data: state, shape: [state.length] },
    joints: { data: joints, shape: [joints.length] },
    left: { data: hands.left, shape: [7] },
    right: { data: hands.right, shape: [7] },
  };
  for (const [camera, picture] of Object.entries(images)) {
    const { width, height, rgb, depth, segmentation, shapes, intrinsic, extrinsic } = picture;
    const put = (what: string, data: NumpyArray['data'], shape: number[]) => {
      arrays[`${camera}/${what}`] = { data, shape };
    };
    put('intrinsic_cv', intrinsic, [3, 3]);
    put('extrinsic_cv', extrinsic, [3, 4]);
    put('rgb', rgb, [height, width, 3]);
    if (depth && showsDepth) put('depth', depth, [height, width]);
    if (segmentation) put('actor_segmentation', paletteColours(segmentation), [height, width, 3]);
    if (shapes) put('mesh_segmentation', paletteColours(shapes), [height, width, 3]);
  }
  const { head_camera: eye } = images;
  if (cloud && eye) arrays.pointcloud = { data: pointCloud(eye, cloud), shape: [cloud.points, POINT] };
  return arrays;
}
