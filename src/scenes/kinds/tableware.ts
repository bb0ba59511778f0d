import { anyColour, paint } from '../colours.ts';
import { type ItemKind, part, rod, slab } from '../model.ts';
import { arc, lathe, tube } from '../shapes.ts';

const settings = ['tabletop', 'room'] as const;
const small = { settings, colours: anyColour, body: 'cylinder' } as const;

/** What stands on tables: hollow and turned things. */
export const tableware: readonly ItemKind[] = [
  {
    kind: 'mug',
    material: 'ceramic',
    ...small,
    mouth: { radius: 0.036, z: 0.095 },
    parts: [
      part(
        lathe([
          [0, 0.012],
          [0.034, 0.012],
          [0.036, 0.095],
          [0.04, 0.095],
          [0.04, 0],
          [0, 0],
        ]),
        'own',
      ),
      part(tube(arc(0.038, 0.048, 0.027, -80, 80), 0.006), 'own'),
    ],
  },
  {
    kind: 'bowl',
    material: 'ceramic',
    ...small,
    mouth: { radius: 0.085, z: 0.07 },
    parts: [
      part(
        lathe([
          [0, 0.012],
          [0.05, 0.02],
          [0.075, 0.045],
          [0.085, 0.07],
          [0.09, 0.07],
          [0.08, 0.04],
          [0.055, 0.008],
          [0.04, 0],
          [0, 0],
        ]),
        'own',
      ),
    ],
  },
  {
    kind: 'bottle',
    material: 'glass',
    ...small,
    parts: [
      part(
        lathe([
          [0, 0.22],
          [0.014, 0.22],
          [0.015, 0.185],
          [0.034, 0.145],
          [0.037, 0.13],
          [0.037, 0],
          [0, 0],
        ]),
        'own',
      ),
      rod(0.017, 0.215, 0.025, paint.steel),
      rod(0.0375, 0.045, 0.06, paint.paper),
    ],
  },
  {
    kind: 'can',
    material: 'metal',
    ...small,
    parts: [rod(0.034, 0.006, 0.108, 'own'), rod(0.031, 0, 0.12, paint.steel)],
  },
  {
    kind: 'plate',
    material: 'ceramic',
    ...small,
    parts: [
      part(
        lathe([
          [0, 0.008],
          [0.07, 0.008],
          [0.108, 0.02],
          [0.115, 0.02],
          [0.075, 0],
          [0, 0],
        ]),
        'own',
      ),
    ],
  },
  {
    kind: 'candle',
    ...small,
    parts: [
      rod(0.026, 0, 0.12, 'own'),
      rod(0.002, 0.12, 0.012, paint.dark),
      part(
        lathe([
          [0, 0.04],
          [0.006, 0.02],
          [0.008, 0.01],
          [0.005, 0.002],
          [0, 0],
        ]),
        paint.flame,
        { at: [0, 0, 0.128] },
      ),
    ],
  },
  {
    kind: 'vase',
    material: 'ceramic',
    ...small,
    parts: [
      part(
        lathe([
          [0, 0.03],
          [0.024, 0.05],
          [0.02, 0.14],
          [0.03, 0.19],
          [0.035, 0.19],
          [0.024, 0.145],
          [0.032, 0.11],
          [0.052, 0.07],
          [0.05, 0.03],
          [0.03, 0],
          [0, 0],
        ]),
        'own',
      ),
    ],
  },
  {
    kind: 'teapot',
    material: 'ceramic',
    ...small,
    parts: [
      part(
        lathe([
          [0, 0.125],
          [0.008, 0.123],
          [0.01, 0.115],
          [0.006, 0.108],
          [0.03, 0.103],
          [0.055, 0.085],
          [0.07, 0.055],
          [0.062, 0.02],
          [0.045, 0],
          [0, 0],
        ]),
        'own',
      ),
      part(
        tube(
          [
            [0.055, 0.04],
            [0.085, 0.05],
            [0.1, 0.08],
            [0.118, 0.1],
          ],
          0.011,
        ),
        'own',
      ),
      part(tube(arc(-0.06, 0.06, 0.036, 100, 260), 0.006), 'own'),
    ],
  },
  {
    kind: 'pan',
    material: 'metal',
    ...small,
    parts: [
      part(
        lathe([
          [0, 0.008],
          [0.09, 0.008],
          [0.1, 0.04],
          [0.105, 0.04],
          [0.092, 0],
          [0, 0],
        ]),
        'own',
      ),
      slab([0.075, 0.012, 0.006], paint.dark, { at: [0.175, 0, 0.034] }),
    ],
  },
];
