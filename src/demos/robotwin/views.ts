/** Camera to world (4×4) with y up and z towards the viewer, from world to camera (3×4) with y down and z forward. */
export function cameraToWorld(extrinsic: ArrayLike<number>): number[] {
  const at = (row: number, column: number) => extrinsic[4 * row + column] ?? 0;
  const rows = [0, 1, 2].map((row) => {
    const [x, y, z] = [at(0, row), at(1, row), at(2, row)];
    return [x, -y, -z, -(x * at(0, 3) + y * at(1, 3) + z * at(2, 3))];
  });
  return [...rows.flat(), 0, 0, 0, 1];
}

/** A colour of its own for each number, three bytes per pixel; 0 is black. The bits are spread as in PASCAL VOC's palette. */
export function paletteColours(ids: ArrayLike<number>): Uint8Array {
  const colours = new Uint8Array(3 * ids.length);
  for (let i = 0; i < ids.length; i += 1) {
    for (let rest = ids[i] ?? 0, bit = 7; rest > 0 && bit >= 0; rest >>= 3, bit -= 1) {
      for (let channel = 0; channel < 3; channel += 1)
        colours[3 * i + channel] = (colours[3 * i + channel] ?? 0) | (((rest >> channel) & 1) << bit);
    }
  }
  return colours;
}
