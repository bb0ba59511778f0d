import type { Vec3 } from '../../geometry/index.ts';
import type { Lights, Sky } from '../../render/index.ts';
import type { Random } from '../../stats/index.ts';

/** Where shadows are looked for: a square of so many metres about the middle, at a height, in cells. */
interface ShadowSquare {
  size: number;
  cell: number;
  z: number;
}

/** Fourteen cells of the shadow map: wider than what light is worked out for together, even far away. */
const reachOf = ({ cell }: ShadowSquare) => 14 * cell;

const shadowOf = ({ size, cell, z }: ShadowSquare) => ({ centre: [0, 0, z] as const, width: size, height: size, cell });

/** Light from walls and ceiling, so that colours keep their names in the shade; shadows from above; daylight from a window. */
export function indoorLight(square: ShadowSquare, direction: Vec3, window: Vec3): Lights {
  return {
    ambient: { above: [0.6, 0.6, 0.6], below: [0.56, 0.54, 0.51], reach: reachOf(square) },
    sun: { direction, colour: [0.34, 0.33, 0.3], shadow: shadowOf(square) },
    points: [{ position: window, colour: [0.34, 0.37, 0.42] }],
    mirrored: { above: [0.62, 0.62, 0.61], around: [0.42, 0.42, 0.41], below: [0.22, 0.2, 0.18] },
  };
}

/** The sun, and light from a blue sky and from the ground. */
export function outdoorLight(square: ShadowSquare, direction: Vec3): Lights {
  return {
    ambient: { above: [0.44, 0.47, 0.53], below: [0.36, 0.36, 0.32], reach: reachOf(square) },
    sun: { direction, colour: [0.74, 0.7, 0.61], shadow: shadowOf(square) },
    points: [],
    mirrored: { above: [0.42, 0.53, 0.68], around: [0.5, 0.53, 0.56], below: [0.2, 0.21, 0.17] },
  };
}

/** Anything from a clear day to one with many clouds. */
export function drawSky(dice: Random): Sky {
  return {
    zenith: [0.3, 0.52, 0.84],
    horizon: [0.8, 0.88, 0.94],
    glow: [0.5, 0.45, 0.3],
    clouds: 0.42 + 0.2 * dice.next(),
  };
}
