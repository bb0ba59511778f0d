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
