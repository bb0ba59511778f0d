import type { Rgb } from '../../render/index.ts';
import type { Random } from '../../stats/index.ts';
import { kindNamed } from '../kinds/index.ts';
import { prop } from '../prop.ts';
import { gable } from '../shapes.ts';
import { cover } from '../textures.ts';
import { clad, meshOnce, type Surface } from './surroundings.ts';

const fronts: readonly Rgb[] = [
  [0.95, 0.93, 0.88],
  [0.92, 0.84, 0.74],
  [0.8, 0.86, 0.9],
  [0.95, 0.88, 0.7],
];
const white: Rgb = [1, 1, 1];

/** How far the hedges are that hide the horizon: to both sides, and in front. */
const SIDES = 26;
const FRONT = -20;

/** What stands around a yard, beyond what is asked about: hedges, houses behind a fence, trees. */
export function neighbourhood(dice: Random, fence: Rgb): Surface[] {
  const houses = [-16, -4, 8, 20].flatMap((x) => house(x + 3 * dice.next(), 17 + 4 * dice.next(), dice));
  const trees = Array.from({ length: 9 }, (_, n) => {
    const side = n % 3;
    const [along, away] = [dice.next(), 2.5 * dice.next()];
    const [x, y] =
      side === 0 ? [44 * along - 22, 11 + away] : [(side === 1 ? 1 : -1) * (SIDES - 3 - away), 26 * along - 15];
    // Twice as large as those that are asked about.
    return prop(kindNamed('tree'), { position: [x, y, 0], yaw: 6 * along }, undefined, 2);
  });
  return [
    clad('fence boards', [60, 0.04, 0.7], [0, 9, 0.7], fence, { castsShadow: true }),
    clad('shrubs', [1, 24, 1.3], [SIDES, 4, 1.3], white),
    clad('shrubs', [1, 24, 1.3], [-SIDES, 4, 1.3], white),
    clad('shrubs', [SIDES + 1, 1, 1.5], [0, FRONT, 1.5], white),
    clad('shrubs', [60, 1, 1.9], [0, 28, 1.9], white),
    ...houses,
    ...trees.flat(),
  ];
}

function house(x: number, y: number, dice: Random): Surface[] {
  const { texture, tile } = cover('roof');
  return [
    clad('house front', [4.2, 3.2, 3], [x, y, 3], dice.pick(fronts)),
    {
      mesh: meshOnce('house roof', () => gable(4.7, 3.8, 2.4, tile)),
      position: [x, y, 6],
      colour: dice.pick<Rgb>([white, [0.8, 0.85, 0.95]]),
      texture,
    },
  ];
}
