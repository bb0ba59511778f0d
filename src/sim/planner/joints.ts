/** Six joint values of one arm, from shoulder to hand. */
export type Joints = readonly number[];

export const home: Joints = [0, 0, 0, 0, 0, 0];

/** The point at this share of the way between two postures. */
export function along(from: Joints, to: Joints, share: number): Joints {
  return from.map((value, i) => value + share * ((to[i] ?? value) - value));
}

/** The way of the joint that has the longest one. */
export function longestWay(from: Joints, to: Joints): number {
  return from.reduce((most, value, i) => Math.max(most, Math.abs((to[i] ?? value) - value)), 0);
}
