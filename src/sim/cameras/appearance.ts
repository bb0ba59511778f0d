import type { Vec3 } from '../../geometry/index.ts';
import type { Lights, Rgb } from '../../render/index.ts';
import { random } from '../../stats/index.ts';
import { tableTop } from '../scene/tabletop.ts';

/** How a surface is painted: plain, with a pattern drawn from a seed, or covered with something that has a name. */
export type Finish = { colour: Rgb } | { pattern: number } | { cover: string; seed: number };

/** What may differ from one episode to the next, beside the blocks. All of it is plain data. */
export interface Appearance {
  table?: Finish;
  wall?: Finish;
  /** Colours of lights; 0.5 grey, 0.5 grey and white unless they say otherwise. */
  lights?: { ambient?: Rgb; sun?: Rgb; points?: readonly [left: Rgb, right: Rgb] };
  /** Lights change all the time: the seed of their colours. */
  crazyLight?: number;
  /** How far the head camera is from its place, in metres. */
  headShift?: Vec3;
  /** How far the wrist cameras look down, in radians, if not as the robot's description says. */
  wristPitch?: number;
}

const grey: Rgb = [0.5, 0.5, 0.5];
const white: Rgb = [1, 1, 1];

/** A white block's top, lit by everything, is displayed as white: the lights' numbers alone would be too bright. */
const EXPOSURE = 0.86;
/** Surfaces that look down get less of the ambient light than those that look up. */
const UP = 1.1;
const DOWN = 0.8;
/** Things darken what is closer to them than twice this, in metres: about a block's side. */
const REACH = 0.03;
/** What a lamp's colour means at a distance of 1 m: a matt surface spreads light over a half sphere. */
const LAMP = 1 / Math.PI;

export function lightsOf({
  ambient = grey,
  sun = grey,
  points = [white, white],
}: NonNullable<Appearance['lights']>): Lights {
  return {
    ambient: { above: scaled(ambient, UP * EXPOSURE), below: scaled(ambient, DOWN * EXPOSURE), reach: REACH },
    sun: {
      direction: [0, 0.5, -1],
      colour: scaled(sun, EXPOSURE),
      shadow: { centre: [0, 0, tableTop], width: 1.4, height: 0.9, cell: 0.0035 },
    },
    points: points.map((colour, i) => ({
      position: [i === 0 ? -1 : 1, 0, 1.8],
      colour: scaled(colour, LAMP * EXPOSURE),
    })),
  };
}

function scaled([r, g, b]: Rgb, factor: number): Rgb {
  return [r * factor, g * factor, b * factor];
}

/** Physics steps from one change of the ambient light to the next: the authors' distance of frames. */
const AMBIENT_STEPS = 15;
/** How far a channel of it goes at most. */
const AMBIENT_STRIDE = 0.1;

/**
 * Lights that change all the time. Sun and lamps have any colour, the ambient light strays from grey little by little. They follow
 * from seed and physics step alone: all cameras of a step share them, whatever was rendered before.
 */
export function crazyLights(seed: number, step: number): NonNullable<Appearance['lights']> {
  const draw = random(seed, 'light', step);
  const any = (): Rgb => [draw.next(), draw.next(), draw.next()];
  const stray = random(seed, 'ambient light');
  const strayed = (value: number) => Math.min(Math.max(value + AMBIENT_STRIDE * (2 * stray.next() - 1), 0), 1);
  let ambient: Rgb = [0.5, 0.5, 0.5];
  for (let at = 0; at <= step; at += AMBIENT_STEPS)
    ambient = [strayed(ambient[0]), strayed(ambient[1]), strayed(ambient[2])];
  return { ambient, sun: any(), points: [any(), any()] };
}
