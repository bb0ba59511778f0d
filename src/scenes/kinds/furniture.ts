import { anyColour, paint } from '../colours.ts';
import { ball, type ItemKind, type Part, part, rod, slab } from '../model.ts';
import { arc, lathe, tube } from '../shapes.ts';

const base = { settings: ['room'], oneSize: true, furniture: true } as const;
const cloth = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'brown', 'white', 'black'];

/** Four legs at (±x, ±y), from the ground to the height given. */
function legs(x: number, y: number, height: number, thick: number, painted: Part['paint']): Part[] {
  return [x, -x].flatMap((lx) =>
    [y, -y].map((ly) => slab([thick, thick, height / 2], painted, { at: [lx, ly, height / 2] })),
  );
}

/** A seat of so many half metres across, with arms and back. */
function upholstered(half: number): Part[] {
  return [
    slab([0.4, half, 0.14], 'own', { at: [0, 0, 0.2] }),
    slab([0.32, half - 0.14, 0.05], 'own', { at: [0.06, 0, 0.4] }),
    slab([0.1, half, 0.28], 'own', { at: [-0.32, 0, 0.56] }),
    slab([0.4, 0.08, 0.14], 'own', { at: [0, half - 0.08, 0.46] }),
    slab([0.4, 0.08, 0.14], 'own', { at: [0, 0.08 - half, 0.46] }),
    ...legs(0.34, half - 0.08, 0.06, 0.03, paint.dark),
  ];
}

/** What a room is furnished with. */
export const furniture: readonly ItemKind[] = [
  {
    kind: 'table',
    ...base,
    colours: [],
    material: 'wooden',
    tops: [{ z: 0.74, half: [0.34, 0.64] }],
    parts: [slab([0.4, 0.7, 0.02], paint.wood, { at: [0, 0, 0.72] }), ...legs(0.34, 0.64, 0.7, 0.03, paint.woodDark)],
  },
  {
    kind: 'coffee table',
    material: 'wooden',
    ...base,
    colours: [],
    tops: [{ z: 0.42, half: [0.24, 0.44] }],
    parts: [
      slab([0.3, 0.5, 0.02], paint.woodDark, { at: [0, 0, 0.4] }),
      slab([0.26, 0.46, 0.012], paint.woodDark, { at: [0, 0, 0.16] }),
      ...legs(0.26, 0.46, 0.38, 0.025, paint.woodDark),
    ],
  },
  {
    kind: 'dining chair',
    material: 'wooden',
    ...base,
    colours: anyColour,
    front: true,
    parts: [
      slab([0.21, 0.21, 0.02], 'own', { at: [0, 0, 0.45] }),
      ...legs(0.185, 0.185, 0.43, 0.018, 'own'),
      slab([0.018, 0.018, 0.22], 'own', { at: [-0.192, 0.185, 0.69] }),
      slab([0.018, 0.018, 0.22], 'own', { at: [-0.192, -0.185, 0.69] }),
      slab([0.014, 0.21, 0.1], 'own', { at: [-0.192, 0, 0.8] }),
    ],
  },
  {
    kind: 'bookshelf',
    material: 'wooden',
    ...base,
    colours: [],
    front: true,
    tops: [
      { z: 0.44, half: [0.1, 0.36] },
      { z: 0.84, half: [0.1, 0.36] },
      { z: 1.24, half: [0.1, 0.36] },
    ],
    parts: [
      slab([0.015, 0.44, 0.61], paint.woodDark, { at: [-0.155, 0, 0.61] }),
      slab([0.17, 0.02, 0.61], paint.wood, { at: [0, 0.44, 0.61] }),
      slab([0.17, 0.02, 0.61], paint.wood, { at: [0, -0.44, 0.61] }),
      ...[0.04, 0.42, 0.82, 1.22].map((z) => slab([0.17, 0.44, 0.02], paint.wood, { at: [0, 0, z] })),
    ],
  },
  { kind: 'sofa', material: 'fabric', ...base, colours: cloth, front: true, parts: upholstered(0.95) },
  { kind: 'armchair', material: 'fabric', ...base, colours: cloth, front: true, parts: upholstered(0.45) },
  {
    kind: 'cabinet',
    material: 'wooden',
    ...base,
    colours: ['red', 'yellow', 'green', 'blue', 'brown', 'white', 'black'],
    front: true,
    tops: [{ z: 0.8, half: [0.18, 0.44] }],
    parts: [
      slab([0.22, 0.5, 0.36], 'own', { at: [0, 0, 0.42] }),
      slab([0.23, 0.52, 0.01], paint.wood, { at: [0, 0, 0.79] }),
      ...[0.24, 0.6].flatMap((z) =>
        [0.25, -0.25].flatMap((y) => [
          slab([0.006, 0.225, 0.155], 'own', { at: [0.222, y, z] }),
          ball(0.02, paint.steel, [0.24, y, z]),
        ]),
      ),
      ...legs(0.18, 0.44, 0.06, 0.03, paint.dark),
    ],
  },
  {
    kind: 'floor lamp',
    material: 'fabric',
    ...base,
    colours: cloth,
    body: 'cylinder',
    parts: [
      rod(0.15, 0, 0.03, paint.dark),
      rod(0.015, 0.03, 1.3, paint.steel),
      part(
        lathe([
          [0, 0.28],
          [0.13, 0.28],
          [0.2, 0],
          [0.19, 0],
          [0.12, 0.26],
          [0, 0.26],
        ]),
        'own',
        { at: [0, 0, 1.28] },
      ),
    ],
  },
  {
    kind: 'stool',
    material: 'wooden',
    ...base,
    colours: anyColour,
    body: 'cylinder',
    tops: [{ z: 0.46, half: [0.1, 0.1] }],
    parts: [rod(0.17, 0.42, 0.04, 'own'), ...legs(0.1, 0.1, 0.42, 0.018, paint.woodDark)],
  },
];

const loose = { settings: ['room'] as const, colours: anyColour };

/** What lies about on floors. */
export const floorThings: readonly ItemKind[] = [
  {
    kind: 'waste bin',
    material: 'metal',
    ...loose,
    body: 'cylinder',
    parts: [
      part(
        lathe([
          [0, 0.36],
          [0.14, 0.36],
          [0.14, 0.03],
          [0, 0.03],
        ]),
        'own',
      ),
      rod(0.145, 0, 0.03, paint.dark),
      part(
        lathe([
          [0, 0.09],
          [0.05, 0.083],
          [0.1, 0.06],
          [0.14, 0.02],
          [0.146, 0],
          [0, 0],
        ]),
        paint.steel,
        { at: [0, 0, 0.355] },
      ),
      slab([0.03, 0.035, 0.008], paint.steel, { at: [0.16, 0, 0.02] }),
    ],
  },
  {
    kind: 'suitcase',
    material: 'plastic',
    ...loose,
    parts: [
      slab([0.12, 0.22, 0.29], 'own', { at: [0, 0, 0.33] }),
      ...[-0.12, 0, 0.12].map((y) => slab([0.126, 0.02, 0.27], 'own', { at: [0, y, 0.33] })),
      slab([0.01, 0.008, 0.05], paint.steel, { at: [0, 0.07, 0.66] }),
      slab([0.01, 0.008, 0.05], paint.steel, { at: [0, -0.07, 0.66] }),
      slab([0.015, 0.085, 0.012], paint.dark, { at: [0, 0, 0.71] }),
      ...[0.08, -0.08].flatMap((x) => [0.17, -0.17].map((y) => ball(0.02, paint.tyre, [x, y, 0.02]))),
    ],
  },
  {
    kind: 'bucket',
    material: 'plastic',
    settings: ['room', 'yard'],
    colours: anyColour,
    body: 'cylinder',
    parts: [
      part(
        lathe([
          [0, 0.015],
          [0.1, 0.015],
          [0.135, 0.27],
          [0.145, 0.27],
          [0.105, 0],
          [0, 0],
        ]),
        'own',
      ),
      part(tube(arc(0, 0.25, 0.14, 0, 180), 0.006), paint.steel),
    ],
  },
  {
    kind: 'beach ball',
    material: 'plastic',
    ...loose,
    settings: ['room', 'yard'],
    body: 'ball',
    parts: [ball(0.17, 'own', [0, 0, 0.17])],
  },
  {
    kind: 'cushion',
    material: 'fabric',
    ...loose,
    parts: [
      part(
        lathe(
          [
            [0, 0.15],
            [0.14, 0.145],
            [0.25, 0.12],
            [0.31, 0.075],
            [0.25, 0.03],
            [0.14, 0],
            [0, 0],
          ],
          4,
        ),
        'own',
        { turn: Math.PI / 4 },
      ),
      ball(0.025, paint.paper, [0, 0, 0.15], 0.012),
    ],
  },
  {
    kind: 'potted tree',
    material: 'ceramic',
    settings: ['room'],
    colours: anyColour,
    oneSize: true,
    furniture: true,
    body: 'cylinder',
    parts: [
      part(
        lathe([
          [0, 0.24],
          [0.15, 0.24],
          [0.15, 0.28],
          [0.17, 0.28],
          [0.12, 0],
          [0, 0],
        ]),
        'own',
      ),
      rod(0.03, 0.2, 0.5, paint.bark),
      ball(0.24, paint.leaf, [0, 0, 0.86], 0.26),
      ball(0.17, paint.leafDark, [0.16, 0.1, 0.74]),
      ball(0.17, paint.leafDark, [-0.14, 0.12, 0.78]),
      ball(0.16, paint.leafDark, [0.02, -0.18, 0.76]),
    ],
  },
];
