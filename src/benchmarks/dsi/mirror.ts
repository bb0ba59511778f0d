/** One plane of an uncompressed picture: rows of `width` units, each of `unit` bytes, without gaps. */
export interface MirrorPlane {
  offset: number;
  width: number;
  height: number;
  unit: number;
}

/** How formats that we mirror without converting lay out their planes; colour has half the size in both directions. */
const layouts = {
  I420: (width: number, height: number): MirrorPlane[] => [
    { offset: 0, width, height, unit: 1 },
    { offset: width * height, width: width / 2, height: height / 2, unit: 1 },
    { offset: (width * height * 5) / 4, width: width / 2, height: height / 2, unit: 1 },
  ],
  NV12: (width: number, height: number): MirrorPlane[] => [
    { offset: 0, width, height, unit: 1 },
    { offset: width * height, width: width / 2, height: height / 2, unit: 2 },
  ],
  RGBA: (width: number, height: number): MirrorPlane[] => [{ offset: 0, width, height, unit: 4 }],
};
export type MirrorFormat = keyof typeof layouts;

/** The format in which a frame is taken; one that we cannot lay out is converted. */
export function mirrorFormat(format: string | null): MirrorFormat {
  return format === 'I420' || format === 'NV12' ? format : 'RGBA';
}

/** The planes of a picture with even sides. */
export function planesOf(format: MirrorFormat, width: number, height: number): MirrorPlane[] {
  return layouts[format](width, height);
}

/** Array types by bytes per unit: reversing a row is native, and many times faster than swapping by hand. */
const units: Readonly<Record<number, typeof Uint8Array | typeof Uint16Array | typeof Uint32Array>> = {
  1: Uint8Array,
  2: Uint16Array,
  4: Uint32Array,
};

/** Turns every row round, in place: left becomes right. `pixels` must begin where its buffer does. */
export function mirrorLeftRight(pixels: Uint8Array<ArrayBuffer>, planes: readonly MirrorPlane[]): void {
  for (const { offset, width, height, unit } of planes) {
    const RowOfUnits = units[unit] ?? Uint8Array;
    for (let y = 0; y < height; y++) new RowOfUnits(pixels.buffer, offset + y * width * unit, width).reverse();
  }
}

/** Turns the order of rows round, in place: top becomes bottom. It is left and right of a clip that was filmed on its side. */
export function mirrorTopBottom(pixels: Uint8Array, planes: readonly MirrorPlane[]): void {
  for (const { offset, width, height, unit } of planes) {
    const bytes = width * unit;
    for (let [top, bottom] = [0, height - 1]; top < bottom; top++, bottom--) {
      const [a, b] = [offset + top * bytes, offset + bottom * bytes];
      const kept = pixels.slice(a, a + bytes);
      pixels.copyWithin(a, b, b + bytes);
      pixels.set(kept, b);
    }
  }
}
