import type { Rgb } from '../../render/index.ts';
import type { Random } from '../../stats/index.ts';
import type { Area, Arrangement } from '../arrange.ts';
import { kindNamed, kinds } from '../kinds/index.ts';
import { daylight, laid, mat, plain, rectangle, type SettingPlan, type Surroundings } from './surroundings.ts';

const HALF = [4.6, 3.8] as const;
/** The car park lies behind this line, the lawn before it, with a path between them. */
const KERB = 0.9;
const BAY = 2.9;
/** Path, car park and fence go on to both sides, beyond what can be seen. */
const WIDE = 30;
const blankets: readonly Rgb[] = [
  [0.75, 0.55, 0.5],
  [0.45, 0.5, 0.66],
  [0.8, 0.74, 0.58],
];

/** A lawn, a path, and a car park with bays behind it. */
export const yard: SettingPlan = {
  gap: 0.25,
  surroundings,
  furnish,
  movable: kinds.filter(({ settings, furniture }) => settings.includes('yard') && !furniture),
  onTops: ['bucket'],
  // Too similar to grass and leaves.
  without: ['green'],
  rows: ['traffic cone', 'post', 'barrel', 'crate', 'bucket', 'flower tub'],
};

function surroundings(dice: Random): Surroundings {
  const far = { centre: [0, 0] as const, half: [40, 40] as const, z: -0.004 };
  const lawn = { centre: [0, -7 + KERB - 0.9] as const, half: [9, 7] as const, z: 0 };
  const path = { centre: [0, KERB - 0.45] as const, half: [WIDE, 0.45] as const, z: 0.001 };
  const park = { centre: [0, KERB + 2.6] as const, half: [WIDE, 2.6] as const, z: 0 };
  const blanket = {
    centre: [6 * (dice.next() - 0.5), 2.3 * dice.next() - 2.95] as const,
    half: [0.85, 0.65] as const,
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
      ...[-2, -1, 0, 1, 2].map((n) =>
        plain([0.05, 2.1, 0.002], [n * BAY, KERB + 3, 0.002], [0.95, 0.95, 0.93], { region: 'car park' }),
      ),
      // A fence limits the view.
      plain(
        [WIDE, 0.05, 0.55],
        [0, 7, 0.55],
        dice.pick([
          [0.62, 0.5, 0.38],
          [0.86, 0.86, 0.84],
          [0.55, 0.6, 0.62],
        ]),
        { castsShadow: true },
      ),
    ],
    regions: [
      { name: 'lawn', kind: 'lawn', outline: rectangle(lawn), z: 0, on: null },
      { name: 'picnic blanket', kind: 'rug', outline: rectangle(blanket), z: 0, on: null },
      { name: 'path', kind: 'path', outline: rectangle(path), z: 0, on: null },
      { name: 'car park', kind: 'road', outline: rectangle(park), z: 0, on: null },
    ],
    lights: daylight(
      17,
      0.022,
      0,
      dice.pick([
        [0.5, 0.5, -1.1],
        [-0.5, 0.5, -1.1],
        [-0.4, -0.3, -1],
      ]),
    ),
    sky: [0.66, 0.81, 0.95],
  };
}

/** Cars in some bays, trees, bushes and a bench at the edges. */
function furnish(arrangement: Arrangement): Area[] {
  const { dice } = arrangement;
  dice
    .shuffle([-1.5, -0.5, 0.5, 1.5])
    .slice(0, dice.int(3))
    .forEach((bay) => {
      const yaw = dice.pick([Math.PI / 2, -Math.PI / 2]);
      arrangement.put(kindNamed('car'), { position: [bay * BAY, KERB + 2.8, 0], yaw });
    });
  for (const name of dice.shuffle(['tree', 'bush', 'bench']).slice(0, 2)) {
    const kind = kindNamed(name);
    const area: Area = { centre: [dice.pick([-3.3, 3.3]), -1], half: [1.1, 1.1], z: 0, on: null };
    arrangement.scatter(kind, area, { size: 'medium', ...(kind.front ? { yaw: -Math.PI / 2 } : {}) });
  }
  return [
    { centre: [0, -1.5], half: [3.8, 2.2], z: 0, on: null },
    { centre: [0, -1.5], half: [3.8, 2.2], z: 0, on: null },
    { centre: [0, KERB + 1], half: [4.2, 1], z: 0, on: null },
  ];
}
