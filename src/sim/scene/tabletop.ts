import { type Box, boxAt, upright, type Vec3 } from '../../geometry/index.ts';
import { fingers, prefix, sides } from '../robot/arms.ts';
import { element, robotMjcf } from '../robot/mjcf.ts';
import { clutterMjcf } from './clutter.ts';

/** A cube's half side. */
export const blockHalf = 0.025;
export const tableTop = 0.74;
/** The answer zone: a square on the table; only painted, so that a block in it rests on the table. */
export const zone = { x: 0, y: -0.15, half: 0.05 } as const;

const soft = { condim: 4, friction: [0.5, 0.005, 0.0001], solref: [0.008, 1], solimp: [0.95, 0.99, 0.001] };
const table = { contype: 1, conaffinity: 14 };
const cube = { contype: 2, conaffinity: 15 };
const none = { contype: 0, conaffinity: 0 };

const fingerLinks = sides.flatMap((side) => fingers.map(({ joint }) => `${prefix[side]}_link${joint}`));

export const tableHalf: Vec3 = [0.6, 0.35, 0.025];

/** The table's board with its top at this height. */
export function tableBox(surface = tableTop): Box {
  return boxAt({ position: [0, 0, surface - tableHalf[2]], rotation: upright }, tableHalf);
}

/** Table, wall, answer zone, robot and this many blocks, as MJCF; and these things, which lie about. */
export function tabletopMjcf(blocks: number, clutter: readonly string[] = []): string {
  const robot = robotMjcf();
  const legs = [-0.525, 0.525].flatMap((x) =>
    [-0.275, 0.275].map((y) =>
      element('geom', {
        name: `table_leg_${x < 0 ? 'left' : 'right'}_${y < 0 ? 'near' : 'far'}`,
        type: 'box',
        pos: [x, y, 0.345],
        size: [0.025, 0.025, 0.345],
        rgba: [0.8, 0.8, 0.8, 1],
        ...none,
      }),
    ),
  );
  const things = [
    element('geom', { name: 'ground', type: 'plane', size: [5, 5, 1], rgba: [0.55, 0.55, 0.58, 1], ...soft, ...table }),
    element('geom', {
      name: 'wall',
      type: 'box',
      pos: [0, 1, 1.5],
      size: [3, 0.6, 1.5],
      rgba: [1, 0.9, 0.9, 1],
      ...none,
    }),
    element('geom', {
      name: 'table',
      type: 'box',
      pos: tableBox().position,
      size: tableHalf,
      rgba: [0.8, 0.8, 0.8, 1],
      ...soft,
      ...table,
    }),
    ...legs,
    element('geom', {
      name: 'zone',
      type: 'box',
      pos: [zone.x, zone.y, tableTop],
      size: [zone.half, zone.half, 0.0005],
      rgba: [0.5, 0.5, 0.5, 1],
      ...none,
    }),
    ...Array.from({ length: blocks }, (_, index) =>
      element('body', { name: `block${index}`, pos: [0.1 * index, 2, tableTop + blockHalf] }, [
        element('freejoint', { name: `block${index}` }),
        element('geom', {
          name: `block${index}`,
          type: 'box',
          size: [blockHalf, blockHalf, blockHalf],
          mass: 0.05,
          rgba: [0.9, 0.9, 0.88, 1],
          ...soft,
          ...cube,
        }),
      ]),
    ),
    ...clutterMjcf(clutter, { ...soft, ...cube }),
  ];
  return element('mujoco', { model: `tabletop-${blocks}` }, [
    element('compiler', { angle: 'radian', eulerseq: 'XYZ', autolimits: 'true' }),
    element(
      'option',
      {
        timestep: 0.004,
        integrator: 'implicitfast',
        cone: 'elliptic',
        impratio: 10,
        solver: 'Newton',
        iterations: 50,
        tolerance: 1e-8,
      },
      // Blocks that lie still cost nothing until something touches them.
      [element('flag', { sleep: 'enable' })],
    ),
    element('worldbody', {}, [...things, ...robot.bodies]),
    element('actuator', {}, robot.actuators),
    element('sensor', {}, contactSensors(blocks)),
  ]);
}

/** For every finger and block: how many contacts, force (along the normal first) and normal of the strongest one. */
function contactSensors(blocks: number): string[] {
  return Array.from({ length: blocks }, (_, index) => `block${index}`).flatMap((body2) =>
    fingerLinks.map((body1) =>
      element('contact', {
        name: `${body1}_${body2}`,
        body1,
        body2,
        num: 1,
        reduce: 'maxforce',
        data: 'found force normal',
      }),
    ),
  );
}
