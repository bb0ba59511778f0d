import { at } from '../../util/index.ts';
import {
  type ArmSide,
  armDrive,
  armJoints,
  baseMass,
  baseMounts,
  fingerDrive,
  fingerMass,
  fingers,
  fingerTravel,
  foot,
  prefix,
  sides,
  wristCamera,
} from './arms.ts';
import { baseShapes, cameraShapes, fingerShapes, linkShapes, type Shape } from './shapes.ts';

interface Bits {
  contype: number;
  conaffinity: number;
}

/** Collision masks: an arm collides with table, blocks and the other arm, not with itself. */
const bits: Readonly<Record<ArmSide, Bits>> = {
  left: { contype: 4, conaffinity: 11 },
  right: { contype: 8, conaffinity: 7 },
};

const ghost: Bits = { contype: 0, conaffinity: 0 };

/** How pads grip. */
const pad = { friction: [1.5, 0.02, 0.0001], condim: 4, priority: 1, solref: [0.008, 1], solimp: [0.99, 0.999, 0.001] };

/** The robot as children of the world, and its drives. */
export function robotMjcf(): { bodies: string[]; actuators: string[] } {
  return {
    bodies: [
      element(
        'body',
        { name: 'footprint', pos: foot.position, euler: [0, 0, (foot.yawDegrees * Math.PI) / 180] },
        sides.map((side) => armBody(side)),
      ),
    ],
    actuators: sides.flatMap((side) => drives(side)),
  };
}

function armBody(side: ArmSide): string {
  const name = prefix[side];
  let inner = [...fingers.map((one) => finger(side, one)), camera(side)];
  for (const [index, joint] of [...armJoints.entries()].reverse()) {
    const link = `${name}_link${index + 1}`;
    const hinge = { name: `${name}_joint${index + 1}`, axis: joint.axis, range: joint.range };
    inner = [
      element('body', { name: link, pos: joint.xyz, euler: joint.rpy, gravcomp: 1 }, [
        element('joint', { ...hinge, armature: armDrive.armature }),
        ...shapes(link, at(linkShapes, index), { mass: joint.mass, bits: bits[side] }),
        ...inner,
      ]),
    ];
  }
  const mount = baseMounts[side];
  return element('body', { name: `${name}_base_link`, pos: mount.xyz, euler: mount.rpy }, [
    ...shapes(`${name}_base`, baseShapes, { mass: baseMass, bits: bits[side] }),
    ...inner,
  ]);
}

function shapes(name: string, parts: readonly Shape[], opts: { mass: number; bits: Bits }): string[] {
  return parts.map((part, index) =>
    element('geom', { name: `${name}_${index}`, ...outline(part), mass: index === 0 ? opts.mass : 0, ...opts.bits }),
  );
}

function outline(shape: Shape) {
  const { type, rgba } = shape;
  return shape.type === 'box'
    ? { type, pos: shape.pos, size: shape.half, rgba }
    : { type, fromto: [...shape.from, ...shape.to], size: shape.radius, rgba };
}

function finger(side: ArmSide, { joint, xyz, axis }: (typeof fingers)[number]): string {
  const name = `${prefix[side]}_link${joint}`;
  const [padShape, ...rest] = fingerShapes(axis[1] === 1 ? -1 : 1);
  return element('body', { name, pos: xyz, gravcomp: 1 }, [
    element('joint', {
      name: `${prefix[side]}_joint${joint}`,
      type: 'slide',
      axis,
      range: [0, fingerTravel],
      armature: fingerDrive.armature,
    }),
    element('geom', { name: `${name}_pad`, ...outline(padShape), ...pad, mass: fingerMass, ...bits[side] }),
    ...shapes(name, rest, { mass: 0, bits: bits[side] }),
  ]);
}

/** Never in the way: what the real one looks like is not known. */
function camera(side: ArmSide): string {
  const { xyz, rpy, mass } = wristCamera;
  const looks = shapes(`${side}_camera`, cameraShapes, { mass, bits: ghost });
  return element('body', { name: `${side}_camera`, pos: xyz, euler: rpy, gravcomp: 1 }, looks);
}

function drives(side: ArmSide): string[] {
  const { kp, kv, force } = armDrive;
  const arm = armJoints.map((_, index) =>
    element('position', {
      name: `${prefix[side]}_drive${index + 1}`,
      joint: `${prefix[side]}_joint${index + 1}`,
      kp,
      kv,
      forcerange: [-force, force],
    }),
  );
  const hand = fingers.map(({ joint }) =>
    element('position', {
      name: `${prefix[side]}_drive${joint}`,
      joint: `${prefix[side]}_joint${joint}`,
      kp: fingerDrive.kp,
      kv: fingerDrive.kv,
    }),
  );
  return [...arm, ...hand];
}

/** Attribute values of MJCF: numbers are written so that reading them back gives the same bits. */
type Value = string | number | readonly number[];

/**
 * One MJCF element as text.
 * @example element('geom', { type: 'box', size: [1, 2, 3] }) // '<geom type="box" size="1 2 3"/>'
 */
export function element(name: string, attributes: Record<string, Value>, children: readonly string[] = []): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'object' ? value.join(' ') : value}"`)
    .join('');
  return children.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${children.join('')}</${name}>`;
}
