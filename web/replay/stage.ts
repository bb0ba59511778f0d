import * as three from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { Meshes } from './meshes.ts';
import { POSE, type Scene } from './messages.ts';
import { Paint } from './paint.ts';

/** Where one looks from before one turns: over the robot's right shoulder. */
const ORBIT = { from: [0.14, -1, 1.72], to: [0, -0.03, 0.74] } as const;
const ORBIT_FOVY = 40;
/** Where nothing is. */
const SKY = new three.Color(0.75, 0.8, 0.85);

/** The name of the view that one can turn. */
export const ORBIT_VIEW = 'orbit';

/** The world, drawn by the graphics card. Owns a canvas; draws when asked to. */
export class Stage3d {
  readonly #renderer: three.WebGLRenderer;
  readonly #scene = new three.Scene();
  readonly #meshes = new Meshes();
  readonly #paint: Paint;
  readonly #things: three.Mesh[];
  readonly #orbit = new three.PerspectiveCamera(ORBIT_FOVY, 1, 0.02, 20);
  readonly #mounted = new three.PerspectiveCamera(ORBIT_FOVY, 1, 0.005, 20);
  readonly #controls: OrbitControls;
  readonly #cameras: Scene['cameras'];
  readonly #poses: Float32Array;
  #moved = true;
  view: string = ORBIT_VIEW;

  constructor(canvas: HTMLCanvasElement, scene: Scene, onTurn: () => void) {
    this.#renderer = new three.WebGLRenderer({ canvas, antialias: !isSoftware(), powerPreference: 'high-performance' });
    this.#renderer.outputColorSpace = three.LinearSRGBColorSpace;
    this.#renderer.setClearColor(SKY);
    this.#paint = new Paint(scene.lights);
    this.#things = scene.things.map((thing) => this.#meshes.of(thing, this.#paint));
    this.#cameras = scene.cameras;
    this.#poses = new Float32Array(POSE * (scene.things.length + scene.cameras.length));
    this.#scene.add(...this.#things);
    this.#orbit.up.set(0, 0, 1);
    this.#orbit.position.set(...ORBIT.from);
    this.#controls = new OrbitControls(this.#orbit, canvas);
    this.#controls.target.set(...ORBIT.to);
    this.#controls.maxPolarAngle = 0.49 * Math.PI;
    this.#controls.minDistance = 0.25;
    this.#controls.maxDistance = 2.2;
    this.#controls.update();
    this.#controls.addEventListener('change', onTurn);
    this.#mounted.matrixAutoUpdate = false;
  }

  /** Pixels on screen, and how many of the picture for each. */
  resize(width: number, height: number, ratio: number): void {
    this.#renderer.setPixelRatio(ratio);
    this.#renderer.setSize(width, height, false);
    for (const camera of [this.#orbit, this.#mounted]) {
      camera.aspect = width / height;
      camera.updateProjectionMatrix();
    }
  }

  /** Puts everything where it is at one moment. */
  pose(fill: (poses: Float32Array) => void): void {
    fill(this.#poses);
    this.#moved = true;
    for (const [i, thing] of this.#things.entries()) {
      setPose(thing.matrix, this.#poses, POSE * i);
      thing.matrixWorldNeedsUpdate = true;
    }
  }

  draw(): void {
    if (this.#moved) this.#paint.castShadows(this.#renderer, this.#scene, this.#things);
    this.#moved = false;
    this.#renderer.render(this.#scene, this.#camera());
  }

  dispose(): void {
    this.#controls.dispose();
    this.#meshes.dispose();
    this.#paint.dispose();
    this.#renderer.dispose();
  }

  /** A camera of ours looks along x with z up, one of three.js along −z with y up. */
  #camera(): three.Camera {
    const index = this.#cameras.findIndex(({ name }) => name === this.view);
    const camera = this.#cameras[index];
    this.#controls.enabled = camera === undefined;
    if (!camera) return this.#orbit;
    const pose = setPose(new three.Matrix4(), this.#poses, POSE * (this.#things.length + index));
    this.#mounted.matrix.multiplyMatrices(pose, turn);
    this.#mounted.matrixWorldNeedsUpdate = true;
    if (this.#mounted.fov !== camera.fovy) {
      this.#mounted.fov = camera.fovy;
      this.#mounted.updateProjectionMatrix();
    }
    return this.#mounted;
  }
}

/** Columns: right is −left, up is up, behind is −forward. */
const turn = new three.Matrix4().set(0, 0, -1, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1);

function setPose(matrix: three.Matrix4, poses: Float32Array, at: number): three.Matrix4 {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, x = 0, y = 0, z = 0] = poses.subarray(
    at,
    at + POSE,
  );
  return matrix.set(a, b, c, x, d, e, f, y, g, h, i, z, 0, 0, 0, 1);
}

/** Whether pictures are computed without a graphics card: then smooth edges cost more than they are worth. */
function isSoftware(): boolean {
  const probe = document.createElement('canvas').getContext('webgl2');
  const info = probe?.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = info && probe?.getParameter(info.UNMASKED_RENDERER_WEBGL);
  probe?.getExtension('WEBGL_lose_context')?.loseContext();
  return typeof name === 'string' && /swiftshader|llvmpipe|software/i.test(name);
}
