import loadMujoco, { type MainModule, type MjData, type MjModel } from '@mujoco/mujoco';
import { SextantError } from '../../contracts/index.ts';

let loading: Promise<MainModule> | undefined;

/** The engine is loaded once per thread; models share it. */
function engine(): Promise<MainModule> {
  loading ??= loadMujoco();
  return loading;
}

/** Hands the engine its WebAssembly where it cannot be fetched, as in a page that is one file. Before the first model. */
export function handEngine(wasm: Uint8Array): void {
  // Where it lies is asked for all the same.
  loading ??= loadMujoco({ wasmBinary: wasm, locateFile: (name: string) => name });
}

/** What a body, joint … is found by. */
type ObjectKind = 'body' | 'joint' | 'geom' | 'actuator' | 'sensor';

/** One shape of the model: what the cameras draw. */
export interface Geom {
  name: string;
  type: 'plane' | 'sphere' | 'capsule' | 'ellipsoid' | 'cylinder' | 'box';
  /** As MuJoCo has it: half sides; radius and half length. */
  size: readonly [number, number, number];
  rgba: readonly [number, number, number, number];
  body: number;
}

const geomTypes: Readonly<Record<number, Geom['type']>> = {
  0: 'plane',
  2: 'sphere',
  3: 'capsule',
  4: 'ellipsoid',
  5: 'cylinder',
  6: 'box',
};

/** Everything that the next step depends on. */
const INTEGRATION_STATE = 16_383;

/**
 * A compiled model and its state: the only place that knows MuJoCo's bindings.
 * Arrays are views into WebAssembly memory: take them anew after another model was opened, for that may move the memory.
 */
export class Physics {
  readonly #mj: MainModule;
  readonly #model: MjModel;
  readonly #data: MjData;
  readonly #ids = new Map<string, number>();
  readonly #state: Buffer64;

  #views: Views;

  readonly geoms: readonly Geom[];

  static async open(mjcf: string): Promise<Physics> {
    return new Physics(await engine(), mjcf);
  }

  /** Another model on the same engine, at once. */
  beside(mjcf: string): Physics {
    return new Physics(this.#mj, mjcf);
  }

  private constructor(mj: MainModule, mjcf: string) {
    this.#mj = mj;
    this.#model = compile(mj, mjcf);
    this.#data = new mj.MjData(this.#model);
    this.#views = viewsOf(this.#data);
    this.geoms = this.#readGeoms();
    this.#state = new mj.DoubleBuffer(mj.mj_stateSize(this.#model, INTEGRATION_STATE));
  }

  get qpos(): Float64Array {
    return this.#live().qpos;
  }
  get qvel(): Float64Array {
    return this.#live().qvel;
  }
  get ctrl(): Float64Array {
    return this.#live().ctrl;
  }
  /** Positions of bodies, as of the start of the last step, or of `forward` or `kinematics`; so are the next four. */
  get xpos(): Float64Array {
    return this.#live().xpos;
  }
  /** Rotations of bodies, row by row. */
  get xmat(): Float64Array {
    return this.#live().xmat;
  }
  get geomPos(): Float64Array {
    return this.#live().geomPos;
  }
  get geomMat(): Float64Array {
    return this.#live().geomMat;
  }
  get sensors(): Float64Array {
    return this.#live().sensors;
  }

  /** Views of memory that has moved are empty. */
  #live(): Views {
    if (this.#views.qpos.length === 0) this.#views = viewsOf(this.#data);
    return this.#views;
  }

  get version(): string {
    return this.#mj.mj_versionString();
  }

  /** Advances the world by one time step. */
  step(): void {
    this.#mj.mj_step(this.#model, this.#data);
  }

  /** Computes everything that follows from the state, without advancing it. */
  forward(): void {
    this.#mj.mj_forward(this.#model, this.#data);
  }

  /** Positions of bodies and shapes from `qpos`. Much cheaper than `forward`. */
  kinematics(): void {
    this.#mj.mj_kinematics(this.#model, this.#data);
  }

  /** Back to the model's initial state. */
  reset(): void {
    this.#mj.mj_resetData(this.#model, this.#data);
  }

  /** Everything that the next step depends on; valid until the next call. */
  state(): Float64Array {
    this.#mj.mj_getState(this.#model, this.#data, this.#state, INTEGRATION_STATE);
    return floats(this.#state.GetView());
  }

  /** Puts a state of the same model back. Which bodies sleep is not part of it: exact only for states of a world just reset. */
  restore(state: Float64Array): void {
    this.#mj.mj_setState(this.#model, this.#data, Array.from(state), INTEGRATION_STATE);
  }

  /** Moves a fixed shape, as the table is when its height is drawn at random. */
  placeGeom(geom: number, position: readonly [number, number, number]): void {
    floats(this.#model.geom_pos).set(position, 3 * geom);
  }

  id(kind: ObjectKind, name: string): number {
    const key = `${kind} ${name}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const object = { body: 1, joint: 3, geom: 5, actuator: 19, sensor: 20 }[kind];
    const found = this.#mj.mj_name2id(this.#model, object, name);
    if (found < 0) throw new Error(`the model has no ${kind} ${name}`);
    this.#ids.set(key, found);
    return found;
  }

  /** Where a joint's position starts in `qpos`, and its velocity in `qvel`. */
  joint(name: string): { position: number; velocity: number } {
    const id = this.id('joint', name);
    return { position: at(this.#model.jnt_qposadr, id), velocity: at(this.#model.jnt_dofadr, id) };
  }

  /** Where a sensor's values start in `sensors`. */
  sensor(name: string): number {
    return at(this.#model.sensor_adr, this.id('sensor', name));
  }

  /** Frees everything; the views are dead afterwards. */
  dispose(): void {
    this.#state.delete();
    this.#data.delete();
    this.#model.delete();
  }

  #readGeoms(): Geom[] {
    const model = this.#model;
    const { geom_type, geom_size, geom_rgba, geom_bodyid } = model;
    return Array.from({ length: model.ngeom }, (_, id) => {
      const type = geomTypes[at(geom_type, id)];
      if (!type) throw new Error(`shape ${id} is of a type that cannot be drawn`);
      return {
        type,
        name: this.#mj.mj_id2name(model, 5, id),
        size: [at(geom_size, 3 * id), at(geom_size, 3 * id + 1), at(geom_size, 3 * id + 2)],
        rgba: [at(geom_rgba, 4 * id), at(geom_rgba, 4 * id + 1), at(geom_rgba, 4 * id + 2), at(geom_rgba, 4 * id + 3)],
        body: at(geom_bodyid, id),
      };
    });
  }
}

type Views = ReturnType<typeof viewsOf>;

function viewsOf(data: MjData) {
  return {
    qpos: floats(data.qpos),
    qvel: floats(data.qvel),
    ctrl: floats(data.ctrl),
    xpos: floats(data.xpos),
    xmat: floats(data.xmat),
    geomPos: floats(data.geom_xpos),
    geomMat: floats(data.geom_xmat),
    sensors: floats(data.sensordata),
  };
}

type Buffer64 = InstanceType<MainModule['DoubleBuffer']>;

function compile(mj: MainModule, mjcf: string): MjModel {
  try {
    return mj.MjModel.from_xml_string(mjcf);
  } catch (error) {
    throw new SextantError('internal', `the world's model does not compile: ${String(error)}`, { cause: error });
  }
}

/** The bindings declare their views as `any`; this is where they get a type. */
function floats(view: unknown): Float64Array {
  if (view instanceof Float64Array) return view;
  throw new Error('expected a view of doubles');
}

function at(view: unknown, index: number): number {
  const value: unknown = ArrayBuffer.isView(view) ? Reflect.get(view, index) : undefined;
  if (typeof value === 'number') return value;
  throw new Error(`no number at ${index}`);
}
