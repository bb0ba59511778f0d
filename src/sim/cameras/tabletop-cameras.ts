import { type Picture, SextantError } from '../../contracts/index.ts';
import {
  type Camera,
  letterTexture,
  type Mesh,
  patternTexture,
  Renderer,
  type RenderOptions,
  type Rgb,
  type Scene,
  type Texture,
  type Thing,
} from '../../render/index.ts';
import type { Geom, Physics } from '../physics/physics.ts';
import type { BlockPlace, Layout } from '../scene/layout.ts';
import { tableTexture } from '../scene/table-cover.ts';
import { type Appearance, crazyLights, type Finish, lightsOf } from './appearance.ts';
import { cameraNames, cameraOf } from './cameras.ts';
import { blockColours, glossOf, idOf, isSheltering, meshOf, parts, stand } from './tabletop-things.ts';

export interface PictureOptions extends RenderOptions {
  size: { width: number; height: number };
}

const white: Rgb = [1, 1, 1];
const sky: Rgb = [0.75, 0.8, 0.85];

/**
 * The cameras of the robot world. One model serves all episodes: `dress` says which letters its blocks carry and what else looks
 * different. A picture shows shapes where the physics last computed them, so call `kinematics` after steps.
 * @example
 * const cameras = new TabletopCameras(physics);
 * cameras.dress(layout);
 * physics.kinematics();
 * const { rgb } = cameras.picture('head_camera', { size: { width: 320, height: 240 } });
 */
export class TabletopCameras {
  /** What the numbers of a segmentation mean: `names[3]` is the table. */
  names: readonly string[] = parts;
  readonly #physics: Physics;
  readonly #meshes: readonly Mesh[];
  readonly #renderer = new Renderer();
  readonly #letters = new Map<string, Texture>();
  /** The latest one: a table is laid several times for an episode, and painting it takes longer than all of its pictures. */
  #cover: { of: string; texture: Texture } | undefined;
  /** One per shape of the model, in its order. */
  #things: readonly Thing[] = [];
  #scene: Scene = { things: [], lights: lightsOf({}), sky };
  #look: Appearance = {};

  constructor(physics: Physics) {
    this.#physics = physics;
    this.#meshes = physics.geoms.map(meshOf);
    this.dress({ blocks: [] });
  }

  /** Puts letters and colours on the blocks, and makes the rest look as it says. */
  dress(layout: Layout, look: Appearance = {}): void {
    const { geoms } = this.#physics;
    this.names = [
      ...parts,
      ...layout.blocks.map(({ label }) => `block ${label}`),
      ...(layout.clutter ? ['clutter'] : []),
    ];
    this.#look = look;
    this.#things = this.#meshes.flatMap((mesh, i) => {
      const geom = geoms[i];
      return geom ? [this.#thing(geom, mesh, layout, look)] : [];
    });
    this.#scene = {
      things: [stand, ...this.#things],
      lights: lightsOf(look.lights ?? {}),
      sky,
    };
    this.light(0);
  }

  /** Where lights change all the time, those of a moment: so many physics steps after the table was laid. */
  light(step: number): void {
    const { crazyLight } = this.#look;
    if (crazyLight !== undefined) this.#scene = { ...this.#scene, lights: lightsOf(crazyLights(crazyLight, step)) };
  }

  /** What a camera sees: `head_camera`, `front_camera`, `left_camera`, `right_camera` or `observer_camera`. */
  picture(name: string, { size, ...wanted }: PictureOptions): Picture {
    return this.#renderer.render(this.scene(), this.#camera(name, size), wanted);
  }

  /** Where each camera is now. */
  viewpoints(): Record<string, Camera> {
    return Object.fromEntries(cameraNames.map((name) => [name, this.#camera(name, { width: 1, height: 1 })]));
  }

  /** Everything there is to see, as it stands now: for other cameras than the robot's. */
  scene(): Scene {
    const { geomPos, geomMat } = this.#physics;
    this.#things.forEach(({ position, rotation }, i) => {
      for (let k = 0; k < 3; k += 1) position[k] = steady(geomPos[3 * i + k] ?? 0);
      for (let k = 0; k < 9; k += 1) rotation[k] = steady(geomMat[9 * i + k] ?? 0);
    });
    return this.#scene;
  }

  #camera(name: string, size: { width: number; height: number }): Camera {
    const { headShift, wristPitch, crazyLight } = this.#look;
    const camera = cameraOf(this.#physics, name, {
      size,
      ...(headShift ? { headShift } : {}),
      ...(wristPitch === undefined ? {} : { wristPitch }),
    });
    // A backdrop of other light would be of no use to any later picture.
    return crazyLight === undefined ? camera : { ...camera, fixed: false };
  }

  #thing(geom: Geom, mesh: Mesh, layout: Layout, look: Appearance): Thing {
    const [red, green, blue] = geom.rgba;
    const id = idOf(geom, layout.blocks.length);
    const block = layout.blocks[id - parts.length];
    const finishes: Readonly<Record<string, Finish | undefined>> = { table: look.table, wall: look.wall };
    const gloss = glossOf(geom);
    const finish = finishes[parts[id] ?? ''] ?? { colour: [red, green, blue] };
    return {
      mesh,
      ...(block ? { colour: white, texture: this.#letter(block) } : this.#painted(finish)),
      position: new Float64Array(3),
      rotation: new Float64Array(9),
      id,
      // Markings and open shapes cast no shadow.
      castsShadow: geom.type !== 'plane' && geom.name !== 'zone',
      ...(gloss ? { gloss } : {}),
      shelters: isSheltering(geom),
    };
  }

  #painted(finish: Finish): { colour: Rgb; texture?: Texture } {
    if ('colour' in finish) return finish;
    if ('pattern' in finish) return { colour: white, texture: patternTexture(finish.pattern) };
    const of = `${finish.cover} ${finish.seed}`;
    if (this.#cover?.of !== of) this.#cover = { of, texture: tableTexture(finish) };
    return { colour: white, texture: this.#cover.texture };
  }

  #letter({ label, colour }: BlockPlace): Texture {
    const colours = blockColours[colour];
    if (!colours) {
      const fix = `colours are ${Object.keys(blockColours).join(', ')}`;
      throw new SextantError('bad_argument', `no block is ${JSON.stringify(colour)}`, { fix });
    }
    const key = `${label} ${colour}`;
    const texture = this.#letters.get(key) ?? letterTexture(label, colours);
    this.#letters.set(key, texture);
    return texture;
  }
}

/** An arm that holds still trembles in its last bits. Without them it rests, and need not be drawn again. */
function steady(value: number): number {
  return Math.round(value * 2 ** 50) / 2 ** 50;
}
