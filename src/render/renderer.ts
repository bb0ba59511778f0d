import type { Picture } from '../contracts/index.ts';
import type { Vec3 } from '../geometry/index.ts';
import { Backdrop, type LitScene } from './backdrop.ts';
import { drawThing } from './draw.ts';
import { Catalogue, FrameBuffer } from './frame-buffer.ts';
import { lightNumbers } from './light.ts';
import { measure } from './measure.ts';
import { RestTracker } from './rest.ts';
import type { Camera, Scene, ShadowArea } from './scene.ts';
import { Shader } from './shade.ts';
import { ShadowMap } from './shadow.ts';
import { StayTracker } from './stay.ts';
import { extrinsicOf, intrinsicOf, seenFrom, type View, viewOf } from './view.ts';

/** What a picture should have beside colours. */
export interface RenderOptions {
  depth?: boolean;
  segmentation?: boolean;
  /** Every thing of the scene by its place, whatever its id. */
  shapes?: boolean;
  /** False: `rgb` stays empty. What can be measured is the same, and takes half the time. */
  colours?: boolean;
  /** Arrays of an earlier picture of the same size to write into, which saves allocating them again. */
  into?: Partial<Pick<Picture, 'rgb' | 'depth' | 'segmentation'>> | undefined;
}

/** How many cameras that stand still have their backdrop kept, and how many sizes of shadow maps. */
const MOST_BACKDROPS = 5;
const MOST_SHADOWS = 3;

/**
 * Takes pictures of scenes. The same scene and camera give the same bytes on every machine, whatever was rendered before: what is
 * kept between pictures is compared with the scene each time, and only saves work.
 * @example
 * const camera = { ...standing([0, 0, 1]), fovy: 60, width: 320, height: 240 };
 * const { rgb, depth } = new Renderer().render(scene, camera, { depth: true });
 */
export class Renderer {
  readonly #shader = new Shader();
  readonly #rest = new RestTracker();
  readonly #stay = new StayTracker();
  /** The one that has not been asked for the longest comes first; with the camera and the lights that they are for. */
  #backdrops: { camera: Float64Array; lights: Float64Array; backdrop: Backdrop }[] = [];
  #catalogue = new Catalogue([]);
  #frame: FrameBuffer | undefined;
  /** What that shows: a state of the things, and the camera. */
  #shown: Float64Array = new Float64Array();
  #shadow: { of: readonly number[]; map: ShadowMap | null } = { of: [], map: null };
  /** Of all sizes that were wanted lately, as memory to draw on. */
  #shadowMaps: ShadowMap[] = [];

  render(scene: Scene, camera: Camera, wanted: RenderOptions = {}): Picture {
    const view = viewOf(camera);
    const { width, height } = view;
    if (!this.#catalogue.fits(scene.things)) {
      this.#catalogue = new Catalogue(scene.things);
      this.#backdrops = [];
    }
    this.#rest.update(scene.things);
    const { frame, rgb } =
      wanted.colours === false
        ? { frame: this.#shapes(view, scene), rgb: new Uint8Array(0) }
        : this.#lit(view, camera, scene, wanted.into?.rgb);
    const measured = wanted.depth || wanted.segmentation ? measure(frame, scene.things, wanted.into) : undefined;
    return {
      width,
      height,
      rgb,
      intrinsic: intrinsicOf(view),
      extrinsic: extrinsicOf(view),
      ...(wanted.depth && measured ? { depth: measured.depth } : {}),
      ...(wanted.segmentation && measured ? { segmentation: measured.segmentation } : {}),
      ...(wanted.shapes ? { shapes: measure(frame, numbered(scene.things)).segmentation } : {}),
    };
  }

  #lit(view: View, camera: Camera, scene: Scene, into?: Uint8Array): { frame: FrameBuffer; rgb: Uint8Array } {
    const size = 3 * view.width * view.height;
    const rgb = into?.length === size ? into : new Uint8Array(size);
    const lights = lightNumbers(scene);
    const lit = { scene, lights, rest: this.#rest, shadow: this.#shadows(scene), shader: this.#shader };
    const isStill = camera.fixed ?? this.#stay.stays(Float64Array.from(numbersOf(view)));
    const keep = isStill && this.#rest.resting.includes(1);
    return { rgb, frame: keep ? this.#again(view, lit, rgb) : this.#once(view, lit, rgb) };
  }

  #shadows(scene: Scene): ShadowMap | null {
    const { direction, shadow: area } = scene.lights.sun;
    const of = area ? [...direction, ...area.centre, area.width, area.height, area.cell] : [];
    if (!isSame(this.#shadow.of, of)) {
      this.#shadow = { of, map: area ? this.#shadowMap(direction, area) : null };
      // They know its tiles.
      this.#backdrops = [];
    }
    this.#shadow.map?.update(scene, this.#rest);
    return this.#shadow.map;
  }

  #shadowMap(direction: Vec3, area: ShadowArea): ShadowMap {
    const known = this.#shadowMaps.find((each) => each.fits(area));
    const map = known ?? new ShadowMap(area);
    map.aim(direction, area);
    this.#shadowMaps = [...this.#shadowMaps.filter((each) => each !== known), map].slice(-MOST_SHADOWS);
    return map;
  }

  /** The old frame, if it can be used again. */
  #frameLike(old: FrameBuffer | undefined, { width, height }: View): FrameBuffer {
    if (old?.width !== width || old.height !== height) return new FrameBuffer(width, height, this.#catalogue);
    if (old.catalogue !== this.#catalogue) old.adopt(this.#catalogue);
    return old;
  }

  /** Draws everything. */
  #once(view: View, { scene, lights, shadow, shader }: LitScene, rgb: Uint8Array): FrameBuffer {
    const frame = this.#shapes(view, scene);
    shader.shade({ frame, view, scene, lights, shade: shadow?.shade ?? null, pixels: frame.pixels, rgb });
    return frame;
  }

  /** Which triangle is seen where. Kept, so that measuring first and colouring afterwards draws once. */
  #shapes(view: View, scene: Scene): FrameBuffer {
    const frame = this.#frameLike(this.#frame, view);
    const shown = Float64Array.of(this.#rest.state, ...numbersOf(view));
    if (frame === this.#frame && isSame(this.#shown, shown)) return frame;
    this.#frame = frame;
    this.#shown = shown;
    frame.clear();
    // Near things first: what they hide is drawn faster.
    const distances = scene.things.map(({ position }) => seenFrom(view, position, 2));
    const order = distances.map((_, n) => n).sort((a, b) => (distances[a] ?? 0) - (distances[b] ?? 0));
    for (const n of order) {
      const thing = scene.things[n];
      if (thing) drawThing(frame, view, thing, n);
    }
    return frame;
  }

  /** Draws on a backdrop. */
  #again(view: View, lit: LitScene, rgb: Uint8Array): FrameBuffer {
    const { lights } = lit;
    const camera = Float64Array.from(numbersOf(view));
    const known = this.#backdrops.find((each) => isSame(each.camera, camera));
    const backdrop =
      known && isSame(known.lights, lights)
        ? known.backdrop
        : new Backdrop(this.#frameLike(known?.backdrop.frame, view), view, lit);
    const others = this.#backdrops.filter((each) => each !== known);
    this.#backdrops = [...others, { camera, lights, backdrop }].slice(-MOST_BACKDROPS);
    backdrop.render(lit, rgb);
    return backdrop.frame;
  }
}

function numbersOf({ width, height, near, focal, rotation, origin }: View): number[] {
  return [width, height, near, focal, ...rotation, ...origin];
}

function isSame(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false;
  return a.length === b.length;
}

function numbered(things: Scene['things']): { id: number }[] {
  return things.map((_, n) => ({ id: n + 1 }));
}
