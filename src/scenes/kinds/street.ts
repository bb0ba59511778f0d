import { anyColour, paint } from '../colours.ts';
import { ball, type ItemKind, part, rod, slab, wheelMesh, wheels } from '../model.ts';
import { lathe } from '../shapes.ts';

const base = { settings: ['yard'] as const, colours: anyColour };
const grown = { settings: ['yard'], colours: [], oneSize: true, furniture: true, body: 'cylinder' } as const;

/** What stands in yards and streets. */
export const street: readonly ItemKind[] = [
  {
    kind: 'car',
    material: 'metal',
    ...base,
    oneSize: true,
    front: true,
    furniture: true,
    parts: [
      slab([2, 0.85, 0.28], 'own', { at: [0, 0, 0.58] }),
      slab([1.05, 0.74, 0.27], 'own', { at: [-0.25, 0, 1.13] }),
      slab([1.06, 0.66, 0.19], paint.glass, { at: [-0.25, 0, 1.12] }),
      slab([0.9, 0.75, 0.19], paint.glass, { at: [-0.25, 0, 1.12] }),
      slab([0.04, 0.751, 0.2], 'own', { at: [-0.25, 0, 1.12] }),
      ...[0.6, -0.6].flatMap((y) => [
        slab([0.01, 0.16, 0.08], paint.lamp, { at: [2.0, y, 0.66] }),
        slab([0.01, 0.16, 0.07], paint.smoked, { at: [-2.0, y, 0.66] }),
      ]),
      slab([0.03, 0.8, 0.07], paint.dark, { at: [1.99, 0, 0.4] }),
      slab([0.03, 0.8, 0.07], paint.dark, { at: [-1.99, 0, 0.4] }),
      ...wheels(0.33, 0.22, 1.25, 0.76),
    ],
  },
  {
    kind: 'traffic cone',
    settings: ['yard'],
    colours: [],
    oneSize: true,
    body: 'cylinder',
    parts: [
      slab([0.18, 0.18, 0.02], paint.signal, { at: [0, 0, 0.02] }),
      part(
        lathe([
          [0, 0.72],
          [0.03, 0.72],
          [0.145, 0.04],
          [0, 0.04],
        ]),
        paint.signal,
      ),
      part(
        lathe([
          [0, 0.5],
          [0.0705, 0.5],
          [0.0975, 0.34],
          [0, 0.34],
        ]),
        paint.white,
      ),
    ],
  },
  {
    kind: 'bollard',
    material: 'metal',
    ...base,
    body: 'cylinder',
    parts: [rod(0.08, 0, 0.9, 'own'), rod(0.083, 0.68, 0.12, paint.white)],
  },
  {
    kind: 'bench',
    material: 'wooden',
    ...base,
    oneSize: true,
    front: true,
    furniture: true,
    parts: [
      ...[-0.14, 0, 0.14].map((x) => slab([0.055, 0.75, 0.02], 'own', { at: [x, 0, 0.44] })),
      slab([0.02, 0.75, 0.055], 'own', { at: [-0.22, 0, 0.62] }),
      slab([0.02, 0.75, 0.055], 'own', { at: [-0.22, 0, 0.78] }),
      ...[0.6, -0.6].flatMap((y) => [
        slab([0.2, 0.03, 0.21], paint.dark, { at: [0, y, 0.21] }),
        slab([0.02, 0.03, 0.42], paint.dark, { at: [-0.25, y, 0.42] }),
      ]),
    ],
  },
  {
    kind: 'tree',
    ...grown,
    parts: [
      rod(0.13, 0, 1.3, paint.bark),
      ball(0.85, paint.leaf, [0, 0, 2.1], 0.9),
      ball(0.55, paint.leafDark, [0.45, 0.35, 1.75]),
      ball(0.55, paint.leafDark, [-0.45, 0.3, 1.8]),
      ball(0.5, paint.leafDark, [0, -0.5, 1.75]),
    ],
  },
  {
    kind: 'bush',
    ...grown,
    parts: [
      ball(0.42, paint.leafDark, [0, 0, 0.36], 0.36),
      ball(0.3, paint.leaf, [0.28, 0.16, 0.3]),
      ball(0.3, paint.leaf, [-0.26, 0.18, 0.3]),
      ball(0.28, paint.leaf, [0.02, -0.3, 0.28]),
    ],
  },
  {
    kind: 'barrel',
    material: 'metal',
    ...base,
    body: 'cylinder',
    parts: [
      part(
        lathe([
          [0, 0.86],
          [0.27, 0.86],
          [0.27, 0.88],
          [0.29, 0.88],
          [0.32, 0.6],
          [0.32, 0.28],
          [0.29, 0],
          [0, 0],
        ]),
        'own',
      ),
      rod(0.325, 0.3, 0.04, paint.steel),
      rod(0.325, 0.55, 0.04, paint.steel),
    ],
  },
  {
    kind: 'crate',
    material: 'wooden',
    ...base,
    tops: [{ z: 0.6, half: [0.22, 0.22] }],
    parts: [
      slab([0.28, 0.28, 0.28], 'own', { at: [0, 0, 0.3] }),
      ...[0.05, 0.3, 0.55].map((z) => slab([0.3, 0.3, 0.05], 'own', { at: [0, 0, z] })),
    ],
  },
  {
    kind: 'dustbin',
    material: 'plastic',
    ...base,
    front: true,
    parts: [
      slab([0.28, 0.28, 0.42], 'own', { at: [0, 0, 0.47] }),
      slab([0.31, 0.3, 0.03], paint.dark, { at: [0.01, 0, 0.92] }),
      slab([0.03, 0.26, 0.02], paint.dark, { at: [-0.31, 0, 0.88] }),
      part(wheelMesh(0.1, 0.06), paint.tyre, { at: [-0.24, 0.28, 0.1] }),
      part(wheelMesh(0.1, 0.06), paint.tyre, { at: [-0.24, -0.28, 0.1] }),
      slab([0.08, 0.25, 0.03], paint.dark, { at: [0.18, 0, 0.03] }),
    ],
  },
  {
    kind: 'hydrant',
    material: 'metal',
    ...base,
    colours: ['red', 'yellow', 'blue', 'orange', 'green'],
    oneSize: true,
    body: 'cylinder',
    parts: [
      part(
        lathe([
          [0, 0.78],
          [0.05, 0.77],
          [0.1, 0.72],
          [0.14, 0.64],
          [0.17, 0.62],
          [0.17, 0.58],
          [0.13, 0.56],
          [0.13, 0.06],
          [0.19, 0.06],
          [0.19, 0],
          [0, 0],
        ]),
        'own',
      ),
      part(wheelMesh(0.07, 0.42), 'own', { at: [0, 0, 0.44] }),
      part(wheelMesh(0.05, 0.46), paint.steel, { at: [0, 0, 0.44] }),
    ],
  },
  {
    kind: 'mailbox',
    material: 'metal',
    ...base,
    oneSize: true,
    front: true,
    parts: [
      slab([0.05, 0.05, 0.5], paint.woodDark, { at: [0, 0, 0.5] }),
      slab([0.24, 0.14, 0.13], 'own', { at: [0, 0, 1.12] }),
      slab([0.005, 0.1, 0.09], paint.steel, { at: [0.242, 0, 1.12] }),
      slab([0.19, 0.09, 0.03], 'own', { at: [0, 0, 1.27] }),
    ],
  },
  {
    kind: 'flower tub',
    material: 'ceramic',
    ...base,
    body: 'cylinder',
    parts: [
      part(
        lathe([
          [0, 0.3],
          [0.28, 0.3],
          [0.28, 0.36],
          [0.32, 0.36],
          [0.24, 0],
          [0, 0],
        ]),
        'own',
      ),
      ball(0.25, paint.leaf, [0, 0, 0.4], 0.16),
      ...[
        [0.12, 0.06],
        [-0.1, 0.1],
        [0.02, -0.14],
        [0.0, 0.0],
      ].map(([x = 0, y = 0]) => ball(0.06, [0.96, 0.85, 0.3], [x, y, 0.53])),
    ],
  },
];
