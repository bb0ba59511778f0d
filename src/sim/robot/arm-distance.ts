/** Where the arms stand, seen from above, in metres. */
const armBases = [
  { x: -0.297, y: -0.42 },
  { x: 0.306, y: -0.419 },
];

/** How far a place on the table is from the nearer arm, squared: what "the nearest block" means, to robots and to diagnoses. */
export function armDistance({ x, y }: { x: number; y: number }): number {
  return Math.min(...armBases.map((base) => (x - base.x) ** 2 + (y - base.y) ** 2));
}
