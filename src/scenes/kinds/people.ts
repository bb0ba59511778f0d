import type { Rgb } from '../../render/index.ts';
import { paint } from '../colours.ts';
import { ball, type ItemKind, type Part, part, rod, slab, turned } from '../model.ts';
import { tube } from '../shapes.ts';

const shirts = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'white', 'black'];

/** Somebody who stands and looks along x. Trousers, skin and hair come in no colour word: the shirt names them. */
function standing(skin: Rgb, hair: Rgb, trousers: Rgb): Part[] {
  return [
    ...[0.1, -0.1].flatMap((y) => [
      slab([0.125, 0.048, 0.035], paint.dark, { at: [0.035, y, 0.035] }),
      turned(
        [
          [0, 0.86],
          [0.085, 0.84],
          [0.09, 0.7],
          [0.07, 0.4],
          [0.055, 0.06],
          [0, 0.06],
        ],
        trousers,
        { at: [0, y, 0] },
      ),
    ]),
    turned(
      [
        [0, 0.64],
        [0.07, 0.63],
        [0.15, 0.58],
        [0.2, 0.53],
        [0.205, 0.42],
        [0.17, 0.2],
        [0.185, 0],
        [0, 0],
      ],
      'own',
      { at: [0, 0, 0.82], by: [0.62, 1, 1] },
    ),
    ...[0.225, -0.225].flatMap((y) => [
      part(
        tube(
          [
            [0, 1.38],
            [-0.01, 1.25],
            [0, 1.08],
            [0.05, 0.9],
          ],
          0.047,
        ),
        'own',
        { at: [0, y, 0] },
      ),
      ball(0.052, 'own', [0, y, 1.375]),
      ball(0.045, skin, [0.055, y, 0.87], 0.06),
    ]),
    rod(0.05, 1.42, 0.12, skin),
    ball(0.098, skin, [0.015, 0, 1.6], 0.125),
    ball(0.104, hair, [-0.02, 0, 1.632], 0.112),
    ball(0.018, skin, [0.115, 0, 1.58], 0.024),
    ...[0.036, -0.036].map((y) => ball(0.011, paint.dark, [0.098, y, 1.605])),
  ];
}

const base = { settings: ['room', 'yard'], colours: shirts, worn: true, front: true, oneSize: true } as const;

export const people: readonly ItemKind[] = [
  {
    kind: 'person',
    material: 'fabric',
    ...base,
    parts: standing([0.83, 0.62, 0.49], [0.2, 0.14, 0.1], [0.24, 0.28, 0.38]),
  },
  {
    kind: 'child',
    material: 'fabric',
    ...base,
    parts: standing([0.88, 0.69, 0.57], [0.48, 0.34, 0.19], [0.36, 0.34, 0.3]).map(({ mesh, paint }) => ({
      mesh: { ...mesh, positions: mesh.positions.map((value) => 0.66 * value) },
      paint,
    })),
  },
];
