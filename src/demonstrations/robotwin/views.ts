/** Camera to world (4×4) with y up and z towards the viewer, from world to camera (3×4) with y down and z forward. */
export function cameraToWorld(extrinsic: ArrayLike<number>): number[] {
  const at = (row: number, column: number) => extrinsic[4 * row + column] ?? 0;
  const rows = [0, 1, 2].map((row) => {
    const [x, y, z] = [at(0, row), at(1, row), at(2, row)];
    return [x, -y, -z, -(x * at(0, 3) + y * at(1, 3) + z * at(2, 3))];
  });
  return [...rows.flat(), 0, 0, 0, 1];
}
