import * as three from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { POSE, type ReplayScene } from './messages.ts';
import { type Panel, World3d } from './world3d.ts';

/** Where one looks from before one turns: over the robot's right shoulder. */
const ORBIT = { from: [0.14, -1, 1.72], to: [0, -0.03, 0.74] } as const;
const ORBIT_FOVY = 40;
/** The background colour. */
const SKY = new three.Color(0.75, 0.8, 0.85);

/** Small pictures under each other, as high together as the large one beside them; and what is free between them. */
const SIDE_BY_SIDE = 3;
const GAP = 2;

/** The name of the view that one can turn. */
export const ORBIT_VIEW = 'orbit';

/** The world, drawn by the graphics card. Owns a canvas; draws when asked to. */
export class SceneRenderer {
  readonly #renderer: three.WebGLRenderer;
  readonly #world: World3d;
  readonly #things: number;
  readonly #orbit = new three.PerspectiveCamera(ORBIT_FOVY, 1, 0.02, 20);
  /** The robot's own, by name. */
  readonly #mounted = new Map<string, three.PerspectiveCamera>();
  readonly #controls: OrbitControls;
  readonly #cameras: ReplayScene['cameras'];
  readonly #poses: Float32Array;
  #width = 1;
  #height = 1;
  /** The large one, and those beside it from the top. */
  views: readonly string[] = [ORBIT_VIEW];

  constructor(canvas: HTMLCanvasElement, scene: ReplayScene, onTurn: () => void) {
    const antialias = !isSoftware();
    this.#renderer = new three.WebGLRenderer({ canvas, antialias, powerPreference: 'high-performance' });
    this.#renderer.outputColorSpace = three.LinearSRGBColorSpace;
    this.#renderer.setClearColor(SKY);
    this.#world = new World3d(scene, antialias);
    this.#things = scene.things.length;
    this.#cameras = scene.cameras;
    this.#poses = new Float32Array(POSE * (scene.things.length + scene.cameras.length));
    this.#orbit.up.set(0, 0, 1);
    this.#orbit.position.set(...ORBIT.from);
    this.#controls = new OrbitControls(this.#orbit, canvas);
    this.#controls.target.set(...ORBIT.to);
    this.#controls.maxPolarAngle = 0.49 * Math.PI;
    this.#controls.minDistance = 0.25;
    this.#controls.maxDistance = 2.2;
    this.#controls.update();
    this.#controls.addEventListener('change', onTurn);
    this.#renderer.setScissorTest(true);
  }

  /** Pixels on screen, and how many of the picture for each. */
  resize(width: number, height: number, ratio: number): void {
    this.#renderer.setPixelRatio(ratio);
    this.#renderer.setSize(width, height, false);
    [this.#width, this.#height] = [width, height];
  }

  /** Puts everything where it is at one moment. */
  pose(fill: (poses: Float32Array) => void): void {
    fill(this.#poses);
    this.#world.pose(this.#poses);
  }

  /** Draws as well as it can, for a picture that stays. */
  settle(): void {
    this.#world.settle();
    this.draw();
  }

  draw(): void {
    const [large, ...small] = this.views;
    const beside = small.length > 0 ? this.#width / (SIDE_BY_SIDE + 1) : 0;
    const part = this.#height / SIDE_BY_SIDE;
    this.#controls.enabled = large === ORBIT_VIEW;
    this.#world.draw(this.#renderer, [
      this.#panel(large ?? ORBIT_VIEW, { x: 0, y: 0, width: this.#width - beside, height: this.#height }),
      ...small.map((view, at) =>
        this.#panel(view, {
          x: this.#width - beside + GAP,
          y: this.#height - (at + 1) * part,
          width: beside - GAP,
          height: part - (at + 1 < SIDE_BY_SIDE ? GAP : 0),
        }),
      ),
    ]);
  }

  dispose(): void {
    this.#controls.dispose();
    this.#world.dispose();
    this.#renderer.dispose();
  }

  #panel(view: string, place: Omit<Panel, 'camera'>): Panel {
    const camera = this.#camera(view);
    const aspect = place.width / place.height;
    if (camera.aspect !== aspect) {
      camera.aspect = aspect;
      camera.updateProjectionMatrix();
    }
    return { ...place, camera };
  }

  /** A camera of ours looks along x with z up, one of three.js along −z with y up. */
  #camera(view: string): three.PerspectiveCamera {
    const index = this.#cameras.findIndex(({ name }) => name === view);
    const camera = this.#cameras[index];
    if (!camera) return this.#orbit;
    const mounted = this.#mounted.get(view) ?? new three.PerspectiveCamera(camera.fovy, 1, 0.005, 20);
    this.#mounted.set(view, mounted);
    mounted.matrixAutoUpdate = false;
    mounted.matrix.multiplyMatrices(poseOf(this.#poses, POSE * (this.#things + index)), turn);
    mounted.matrixWorldNeedsUpdate = true;
    return mounted;
  }
}

/** Columns: right is −left, up is up, behind is −forward. */
const turn = new three.Matrix4().set(0, 0, -1, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1);

function poseOf(poses: Float32Array, at: number): three.Matrix4 {
  return new three.Matrix4().fromArray([...poses.subarray(at, at + POSE), 0, 0, 0, 1]).transpose();
}

/** Whether pictures are computed without a graphics card: then smooth edges cost more than they are worth. */
function isSoftware(): boolean {
  const probe = document.createElement('canvas').getContext('webgl2');
  const info = probe?.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = info && probe?.getParameter(info.UNMASKED_RENDERER_WEBGL);
  probe?.getExtension('WEBGL_lose_context')?.loseContext();
  return typeof name === 'string' && /swiftshader|llvmpipe|software/i.test(name);
}
