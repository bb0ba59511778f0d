import { anyColour, paint } from '../colours.ts';
import { ball, type ItemKind, part, rod, slab, wheelMesh, wheels } from '../model.ts';
import { lathe } from '../shapes.ts';

const settings = ['tabletop', 'room'] as const;
const small = { settings, colours: anyColour } as const;

/** What else lies on tables. */
export const objects: readonly ItemKind[] = [
  {
    kind: 'book',
    ...small,
    tops: [{ z: 0.036, half: [0.07, 0.1] }],
    parts: [
      slab([0.08, 0.11, 0.003], 'own', { at: [0, 0, 0.003] }),
      slab([0.08, 0.11, 0.003], 'own', { at: [0, 0, 0.033] }),
      slab([0.003, 0.11, 0.012], 'own', { at: [-0.077, 0, 0.018] }),
      slab([0.074, 0.105, 0.012], paint.paper, { at: [0, 0, 0.018] }),
    ],
  },
  {
    kind: 'gift box',
    material: 'cardboard',
    ...small,
    tops: [{ z: 0.1, half: [0.06, 0.06] }],
    parts: [
      slab([0.062, 0.062, 0.036], 'own', { at: [0, 0, 0.036] }),
      slab([0.066, 0.066, 0.013], 'own', { at: [0, 0, 0.085] }),
      slab([0.0665, 0.01, 0.0495], paint.white, { at: [0, 0, 0.05] }),
      slab([0.01, 0.0665, 0.0495], paint.white, { at: [0, 0, 0.05] }),
    ],
  },
  { kind: 'ball', material: 'rubber', ...small, body: 'ball', parts: [ball(0.045, 'own', [0, 0, 0.045])] },
  {
    kind: 'cube',
    material: 'wooden',
    ...small,
    tops: [{ z: 0.08, half: [0.035, 0.035] }],
    parts: [slab([0.04, 0.04, 0.04], 'own', { at: [0, 0, 0.04] })],
  },
  {
    kind: 'pyramid',
    material: 'wooden',
    ...small,
    parts: [
      part(
        lathe(
          [
            [0, 0.1],
            [0.072, 0],
            [0, 0],
          ],
          4,
        ),
        'own',
        { turn: Math.PI / 4 },
      ),
    ],
  },
  {
    kind: 'cone',
    material: 'plastic',
    ...small,
    body: 'cylinder',
    parts: [
      part(
        lathe([
          [0, 0.12],
          [0.045, 0],
          [0, 0],
        ]),
        'own',
      ),
    ],
  },
  {
    kind: 'plant pot',
    material: 'ceramic',
    ...small,
    body: 'cylinder',
    parts: [
      part(
        lathe([
          [0, 0.068],
          [0.046, 0.068],
          [0.046, 0.08],
          [0.05, 0.08],
          [0.05, 0.062],
          [0.045, 0.06],
          [0.034, 0],
          [0, 0],
        ]),
        'own',
      ),
      ball(0.044, paint.leaf, [0, 0, 0.125], 0.05),
      ball(0.03, paint.leafDark, [0.026, 0.018, 0.105]),
      ball(0.03, paint.leafDark, [-0.024, 0.02, 0.11]),
      ball(0.028, paint.leafDark, [0.004, -0.032, 0.112]),
    ],
  },
  {
    kind: 'table lamp',
    material: 'fabric',
    ...small,
    body: 'cylinder',
    parts: [
      rod(0.055, 0, 0.014, paint.dark),
      rod(0.007, 0.014, 0.2, paint.steel),
      part(
        lathe([
          [0, 0.11],
          [0.045, 0.11],
          [0.085, 0],
          [0.08, 0],
          [0.04, 0.1],
          [0, 0.1],
        ]),
        'own',
        { at: [0, 0, 0.19] },
      ),
    ],
  },
  {
    kind: 'laptop',
    material: 'metal',
    ...small,
    colours: ['red', 'blue', 'green', 'pink', 'white', 'black'],
    front: true,
    parts: [
      slab([0.11, 0.16, 0.008], 'own', { at: [0, 0, 0.008] }),
      slab([0.055, 0.14, 0.0005], paint.dark, { at: [-0.025, 0, 0.0162] }),
      slab([0.03, 0.045, 0.0005], paint.steel, { at: [0.07, 0, 0.0162] }),
      slab([0.006, 0.16, 0.1], 'own', { at: [-0.13, 0, 0.112], tilt: -0.22 }),
      slab([0.001, 0.148, 0.088], paint.glass, { at: [-0.1235, 0, 0.114], tilt: -0.22 }),
    ],
  },
  {
    kind: 'clock',
    material: 'plastic',
    ...small,
    front: true,
    parts: [
      part(wheelMesh(0.06, 0.045), 'own', { at: [0, 0, 0.068], turn: Math.PI / 2 }),
      part(wheelMesh(0.05, 0.0465), paint.white, { at: [0.0006, 0, 0.068], turn: Math.PI / 2 }),
      slab([0.001, 0.0035, 0.019], paint.dark, { at: [0.0245, 0, 0.084] }),
      slab([0.001, 0.013, 0.0035], paint.dark, { at: [0.0245, 0.011, 0.068] }),
      slab([0.018, 0.008, 0.008], paint.dark, { at: [0, 0.035, 0.008] }),
      slab([0.018, 0.008, 0.008], paint.dark, { at: [0, -0.035, 0.008] }),
    ],
  },
  {
    kind: 'toy car',
    material: 'metal',
    ...small,
    front: true,
    parts: [
      slab([0.075, 0.035, 0.015], 'own', { at: [0, 0, 0.031] }),
      slab([0.038, 0.03, 0.014], 'own', { at: [-0.012, 0, 0.06] }),
      slab([0.0385, 0.024, 0.009], paint.glass, { at: [-0.012, 0, 0.059] }),
      slab([0.03, 0.0305, 0.009], paint.glass, { at: [-0.012, 0, 0.059] }),
      // Front and back are told apart from above too, and from afar.
      ...[0.022, -0.022].flatMap((y) => [
        slab([0.011, 0.01, 0.008], paint.lamp, { at: [0.065, y, 0.04] }),
        slab([0.007, 0.01, 0.008], paint.smoked, { at: [-0.069, y, 0.04] }),
      ]),
      ...wheels(0.017, 0.014, 0.045, 0.034),
    ],
  },
  {
    kind: 'toy duck',
    material: 'rubber',
    ...small,
    colours: ['yellow', 'pink', 'blue', 'green', 'white', 'purple'],
    front: true,
    parts: [
      part(
        lathe([
          [0, 0.06],
          [0.03, 0.058],
          [0.045, 0.04],
          [0.045, 0.025],
          [0.03, 0],
          [0, 0],
        ]),
        'own',
      ),
      ball(0.022, 'own', [-0.035, 0, 0.05], 0.018),
      ball(0.03, 'own', [0.018, 0, 0.082]),
      ball(0.012, paint.beak, [0.05, 0, 0.078], 0.006),
      ball(0.005, paint.dark, [0.041, 0.015, 0.09]),
      ball(0.005, paint.dark, [0.041, -0.015, 0.09]),
    ],
  },
];
