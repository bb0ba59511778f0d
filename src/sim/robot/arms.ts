/** The aloha-agilex embodiment: facts of its description files, written down once. Lengths in metres, angles in radians. */

export type ArmSide = 'left' | 'right';
export const sides: readonly ArmSide[] = ['left', 'right'];

/** Prefix of link and joint names. */
export const prefix: Readonly<Record<ArmSide, string>> = { left: 'fl', right: 'fr' };

/** Where the robot's foot stands: at this position, turned by +90° so that it looks along +y. */
export const foot = { position: [0, -0.65, 0], yawDegrees: 90 } as const;

interface Mount {
  xyz: readonly [number, number, number];
  rpy: readonly [number, number, number];
}

export const baseMounts: Readonly<Record<ArmSide, Mount>> = {
  left: { xyz: [0.2305, 0.297, 0.782], rpy: [0, 0, 0.02] },
  right: { xyz: [0.2315, -0.3063, 0.781], rpy: [0, 0, 0.01] },
};

export const baseMass = 0.155;

interface ArmJoint extends Mount {
  axis: readonly [number, number, number];
  /** The description's own limits (±10) limit nothing; these keep a link out of its neighbours. */
  range: readonly [number, number];
  /** Of the link that the joint moves, in kg. */
  mass: number;
}

// biome-ignore lint/suspicious/noApproximativeNumericConstant: half a turn, as the description writes it
const flip = -3.1416;

/** From shoulder to hand; the same for both arms. */
export const armJoints: readonly ArmJoint[] = [
  { xyz: [0, 0, 0.058], rpy: [0, 0, 0], axis: [0, 0, 1], range: [-2.6, 2.6], mass: 0.0216 },
  { xyz: [0.025013, 0.00060169, 0.042], rpy: [0, 0, 0], axis: [0, 1, 0], range: [-0.05, 3.4], mass: 0.317 },
  { xyz: [-0.26396, 0.0044548, 0], rpy: [flip, 0, -0.015928], axis: [0, 1, 0], range: [-0.1, 3.2], mass: 0.4752 },
  { xyz: [0.246, -0.00025, -0.06], rpy: [0, 0, 0], axis: [0, 1, 0], range: [-1.6, 1.6], mass: 0.1381 },
  { xyz: [0.06775, 0.0015, -0.0855], rpy: [0, 0, -0.015928], axis: [0, 0, 1], range: [-1.57, 1.57], mass: 0.1267 },
  { xyz: [0.03095, 0, 0.0855], rpy: [flip, 0, 0], axis: [1, 0, 0], range: [-2.4, 2.4], mass: 0.1429 },
];

/** The nearest value that a joint (0 … 5) can take. */
export function withinLimits(joint: number, value: number): number {
  const [low, high] = armJoints[joint]?.range ?? [value, value];
  return Math.min(Math.max(value, low), high);
}

/** Two fingers that slide apart along the hand's y axis. */
export const fingers = [
  { joint: 7, xyz: [0.08457, 0.024493, -0.00010349], axis: [0, 1, 0] },
  { joint: 8, xyz: [0.08457, -0.024496, -0.00010354], axis: [0, -1, 0] },
] as const;
export const fingerMass = 0.0265;
export const fingerTravel = 0.04765;

export const wristCamera: Mount & { mass: number } = { xyz: [0.07, 0.032, 0.065], rpy: [0, 0.4, 0], mass: 0.1 };

/** From the last joint to the point between the finger pads, along the hand's x axis. */
export const toolLength = 0.12;

/** Where a finger goes for a gripper value g: 0 is closed, 1 is open. The pads meet at 0, so a closed gripper presses. */
export function fingerTarget(g: number): number {
  return -0.01 + 0.055 * g;
}

/** The gripper value that a finger's position stands for. Fingers that meet stand at 0.18. */
export function openingOf(finger: number): number {
  return (finger + 0.01) / 0.055;
}

/** What the gripper predicates of the benchmark compare the commanded value with. */
export const gripper = { open: 0.8, halfOpen: 0.45, closed: 0.2 } as const;

/**
 * Drives. Upstream has stiffness 1000 and damping 200 on links of 1 kg; with MuJoCo's implicit damping that lets a held block
 * creep in the hand, so damping is lower and armature higher here (measured: 0.6 mm of slip instead of 3.3 mm).
 */
export const armDrive = { kp: 1000, kv: 40, armature: 0.3, force: 100 } as const;
export const fingerDrive = { kp: 300, kv: 20, armature: 0.2 } as const;

/** Where the arms stand, seen from above, in metres. */
const armBases = [
  { x: -0.297, y: -0.42 },
  { x: 0.306, y: -0.419 },
];

/** How far a place on the table is from the nearer arm, squared: what "the nearest block" means, to robots and to diagnoses. */
export function armDistance({ x, y }: { x: number; y: number }): number {
  return Math.min(...armBases.map((base) => (x - base.x) ** 2 + (y - base.y) ** 2));
}
