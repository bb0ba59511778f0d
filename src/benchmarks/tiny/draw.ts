import { encodePng } from '../../media/index.ts';
import { at } from '../../util/index.ts';
import { colours, outlines, type Rgb, radius, type Shape, size } from './scene.ts';

const background: Rgb = [244, 243, 238];

/** Used again for every picture: fresh ones would pile up until the collector comes. */
const canvas = new Uint8Array(size.width * size.height);

/** The picture of a scene, as PNG. */
export function drawScene(scene: readonly Shape[]): Uint8Array {
  const pixels = canvas.fill(0);
  for (const shape of scene) fill(pixels, shape, 1 + Object.keys(colours).indexOf(shape.colour));
  return encodePng({ ...size, pixels, palette: [background, ...Object.values(colours)] });
}

/** The pixels of one shape, as PNG: 255 inside, 0 outside. */
export function drawMask(shape: Shape): Uint8Array {
  const pixels = canvas.fill(0);
  fill(pixels, shape, 255);
  return encodePng({ ...size, pixels });
}

/** A pixel belongs to a shape when its middle does. */
function fill(pixels: Uint8Array, shape: Shape, value: number): void {
  const r = radius[shape.size];
  const column = (edge: number) => Math.ceil(shape.x + (edge * r) / 100 - 0.5);
  const rows = at(edges[shape.size], Object.keys(outlines).indexOf(shape.form));
  for (let row = 0; row < rows.length; row++) {
    const start = (shape.y - r + row) * size.width;
    const crossed = at(rows, row);
    for (let i = 0; i < crossed.length; i += 2)
      pixels.fill(value, start + column(at(crossed, i)), start + column(at(crossed, i + 1)));
  }
}

/** By form, the crossings of each of its rows. Made once: a hundred thousand pictures have the same few. */
const edges = { small: edgesOf(radius.small), large: edgesOf(radius.large) };

function edgesOf(r: number): number[][][] {
  return Object.values(outlines).map((outline) =>
    Array.from({ length: 2 * r }, (_, row) => crossings(outline, (100 * (row - r + 0.5)) / r)),
  );
}

/** Where a horizontal line enters and leaves an outline, from left to right. */
function crossings(outline: readonly (readonly [number, number])[], line: number): number[] {
  if (outline.length === 0) {
    const half = Math.sqrt(Math.max(0, 92 * 92 - line * line));
    return [-half, half];
  }
  return outline
    .flatMap(([x, y], i) => {
      const [toX, toY] = outline[(i + 1) % outline.length] ?? [x, y];
      return y > line === toY > line ? [] : [x + ((toX - x) * (line - y)) / (toY - y)];
    })
    .sort((a, b) => a - b);
}
