import type { Lights, Rgb, Vector } from '../../render/index.ts';
import { tableTop } from '../scene/tabletop.ts';

/** How a surface is painted: plain, or with a pattern drawn from a seed. */
export type Finish = { colour: Rgb } | { pattern: number };

/** What may differ from one episode to the next, beside the blocks. All of it is plain data. */
export interface Appearance {
  table?: Finish;
  wall?: Finish;
  /** Colours of lights; 0.5 grey, 0.5 grey and white unless they say otherwise. */
  lights?: { ambient?: Rgb; sun?: Rgb; points?: readonly [left: Rgb, right: Rgb] };
  /** Lights change all the time: the seed of their colours. */
  crazyLight?: number;
  /** How far the head camera is from its place, in metres. */
  headShift?: Vector;
}

const grey: Rgb = [0.5, 0.5, 0.5];
const white: Rgb = [1, 1, 1];

/** A white block's top, lit by everything, is displayed as white: the lights' numbers alone would be too bright. */
const EXPOSURE = 0.86;
/** Surfaces that look down get less of the ambient light than those that look up. */
const UP = 1.1;
const DOWN = 0.8;
/** What a lamp's colour means at a distance of 1 m: a matt surface spreads light over a half sphere. */
const LAMP = 1 / Math.PI;

export function lightsOf({
  ambient = grey,
  sun = grey,
  points = [white, white],
}: NonNullable<Appearance['lights']>): Lights {
  return {
    ambient: { above: scaled(ambient, UP * EXPOSURE), below: scaled(ambient, DOWN * EXPOSURE) },
    sun: {
      direction: [0, 0.5, -1],
      colour: scaled(sun, EXPOSURE),
      shadow: { centre: [0, 0, tableTop], width: 1.4, height: 0.9, cell: 0.003 },
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
