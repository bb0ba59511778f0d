import type { Vec3 } from '../../geometry/index.ts';
import type { Rgb } from '../../render/index.ts';
import type { Random } from '../../stats/index.ts';
import type { Area, Arrangement } from '../arrange.ts';
import { kindNamed, kinds } from '../kinds/index.ts';
import { drawSky, outdoorLight } from './lights.ts';
import { neighbourhood } from './neighbourhood.ts';
import { laid, mat, plain, rectangle, type SettingPlan, type Surroundings } from './surroundings.ts';

const HALF = [6.5, 5.2] as const;
/** The car park lies behind this line, the lawn before it, with a path between them. */
const KERB = 1.4;
const BAY = 2.9;
/** Path, car park and fence go on to both sides, beyond what can be seen. */
const WIDE = 60;
const blankets: readonly Rgb[] = [
  [0.75, 0.55, 0.5],
  [0.45, 0.5, 0.66],
  [0.8, 0.74, 0.58],
];

const fences: readonly Rgb[] = [
  [0.72, 0.57, 0.42],
  [0.94, 0.94, 0.92],
  [0.62, 0.66, 0.68],
];
/** Where the sun shines to. */
const suns: readonly Vec3[] = [
  [0.5, 0.5, -1.1],
  [-0.5, 0.5, -1.1],
  [-0.4, -0.3, -1],
];

/** A lawn, a path, and a car park with bays behind it. */
export const yard: SettingPlan = {
  gap: 0.25,
  surroundings,
  furnish,
  movable: kinds.filter(({ settings, furniture, worn }) => settings.includes('yard') && !furniture && !worn),
  onTops: ['bucket'],
  // Too similar to grass and leaves.
  without: ['green'],
  rows: ['traffic cone', 'bollard', 'barrel', 'crate', 'bucket', 'flower tub'],
};

function surroundings(dice: Random): Surroundings {
  const far = { centre: [0, 0] as const, half: [WIDE, WIDE] as const, z: -0.004 };
  const lawn = { centre: [0, -9 + KERB - 1.2] as const, half: [14, 9] as const, z: 0 };
  const path = { centre: [0, KERB - 0.6] as const, half: [WIDE, 0.6] as const, z: 0.001 };
  const park = { centre: [0, KERB + 2.6] as const, half: [WIDE, 2.6] as const, z: 0 };
  const blanket = {
    centre: [9 * (dice.next() - 0.5), 3 * dice.next() - 3.9] as const,
    half: [1, 0.75] as const,
    z: 0.004,
  };
  return {
    scene: 'outdoor',
    extent: { half: HALF, z: 0 },
    surfaces: [
      laid('grass', far),
      laid('grass', lawn, 'lawn'),
      mat(blanket, dice.pick(blankets), 'picnic blanket'),
      laid('paving', path, 'path'),
      laid('asphalt', park, 'car park'),
      ...[-4, -3, -2, -1, 0, 1, 2, 3, 4].map((n) =>
        plain([0.05, 2.1, 0.002], [n * BAY, KERB + 3, 0.002], [0.95, 0.95, 0.93], { region: 'car park' }),
      ),
      ...neighbourhood(dice, dice.pick(fences)),
    ],
    regions: [
      { name: 'lawn', kind: 'lawn', outline: rectangle(lawn), z: 0, on: null },
      { name: 'picnic blanket', kind: 'rug', outline: rectangle(blanket), z: 0, on: null },
      { name: 'path', kind: 'path', outline: rectangle(path), z: 0, on: null },
      { name: 'car park', kind: 'road', outline: rectangle(park), z: 0, on: null },
    ],
    lights: outdoorLight({ size: 24, cell: 0.028, z: 0 }, dice.pick(suns)),
    sky: drawSky(dice),
  };
}

/** Cars in some bays, trees, bushes and a bench at the edges. */
function furnish(arrangement: Arrangement): Area[] {
  const { dice } = arrangement;
  dice
    .shuffle([-2.5, -1.5, -0.5, 0.5, 1.5, 2.5])
    .slice(0, 1 + dice.int(4))
    .forEach((bay) => {
      const yaw = dice.pick([Math.PI / 2, -Math.PI / 2]);
      arrangement.put(kindNamed('car'), { position: [bay * BAY, KERB + 2.8, 0], yaw });
    });
  for (const name of dice.shuffle(['tree', 'bush', 'bench', 'bench']).slice(0, 3)) {
    const kind = kindNamed(name);
    const area: Area = { centre: [dice.pick([-4.6, 4.6]), -1.4], half: [1.6, 2.2], z: 0, on: null };
    arrangement.scatter(kind, area, { size: 'medium', ...(kind.front ? { yaw: -Math.PI / 2 } : {}) });
  }
  for (let n = dice.int(4); n > 0; n -= 1) {
    arrangement.scatter(kindNamed(dice.pick(['person', 'person', 'child'])), lawn, { size: 'medium' });
  }
  return [lawn, lawn, { centre: [0, KERB + 0.9], half: [5.8, 0.9], z: 0, on: null }];
}

const lawn: Area = { centre: [0, -2.3], half: [5.6, 2.7], z: 0, on: null };
