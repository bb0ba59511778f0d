import { z } from 'zod';
import {
  type Action,
  type EpisodeStart,
  type Json,
  Needs,
  type Observation,
  PolicyError,
  type PolicyErrorKind,
  SextantError,
} from '../../../contracts/index.ts';
import { sha256 } from '../../../files/index.ts';
import { type NumpyArray, PythonError, type PythonPlace, PythonWorker } from '../../../host/index.ts';
import { aboveTable, type CloudOptions, POINT, paletteColours, pointCloud } from '../../../media/index.ts';

/** What upstream shows a policy by default. */
const CAMERAS = ['head_camera', 'front_camera', 'left_camera', 'right_camera'];

/** The part of a config that says what the policy has to see, named as upstream's task configs name it. */
const Wishes = z.object({
  data_type: z.record(z.string(), z.boolean()).default({}),
  head_camera_type: z.literal('D435').nullish(),
  pcd_down_sample_num: z.number().int().min(1).default(1024),
  pcd_crop: z.boolean().default(true),
  /** Ours: physics steps that each command lasts. No policy's own config has this name. */
  sextant_every: Needs.shape.every,
});

/** What there is: all but the last three can be switched on and off. */
const SUPPORTED = [
  'depth',
  'third_view',
  'pointcloud',
  'mesh_segmentation',
  'actor_segmentation',
  'rgb',
  'endpose',
  'qpos',
];

/** What a policy is shown, and what the world has to give for it. */
interface Sight {
  needs: Needs;
  /** Whether depth itself is shown: points need it too. */
  depth: boolean;
  /** Points of what the head camera sees. */
  cloud?: CloudOptions;
}

/** What a policy asks to see, by its settings. */
export function sightOf(args: Record<string, Json>, where: string): Sight {
  const { success, data, error } = Wishes.safeParse(args);
  if (!success) {
    const why = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
    throw new SextantError('bad_config', why, {
      where,
      fix: 'correct it in the config or with --overrides; see docs/python.md',
    });
  }
  const { data_type, pcd_down_sample_num: points, pcd_crop, sextant_every: every } = data;
  const missing = Object.entries(data_type).flatMap(([name, on]) => (on && !SUPPORTED.includes(name) ? [name] : []));
  if (missing.length > 0) {
    throw new SextantError('bad_config', `data_type: there is no ${missing.join(', ')} here`, {
      where,
      fix: `switch it off; there are ${SUPPORTED.join(', ')}`,
    });
  }
  const wants = (name: string) => data_type[name] === true;
  return {
    needs: {
      cameras: [...CAMERAS, ...(wants('third_view') ? ['observer_camera'] : [])],
      ...(wants('depth') || wants('pointcloud') ? { depth: true } : {}),
      ...(wants('actor_segmentation') ? { segmentation: true } : {}),
      ...(wants('mesh_segmentation') ? { shapes: true } : {}),
      action: 'either',
      ...(every === undefined ? {} : { every }),
      peeks: 'nothing',
    },
    depth: wants('depth'),
    ...(wants('pointcloud') ? { cloud: { points, ...(pcd_crop ? { within: aboveTable } : {}) } } : {}),
  };
}

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
