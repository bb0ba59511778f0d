import { encodePng } from '../../media/index.ts';
import { colours, outlines, type Rgb, radius, type Shape, size } from './scene.ts';

const background: Rgb = [244, 243, 238];

/** The picture of a scene, as PNG. */
export function drawScene(scene: readonly Shape[]): Uint8Array {
  const pixels = new Uint8Array(size.width * size.height);
  for (const shape of scene) fill(pixels, shape, 1 + Object.keys(colours).indexOf(shape.colour));
  return encodePng({ ...size, pixels, palette: [background, ...Object.values(colours)] });
}

/** The pixels of one shape, as PNG: 255 inside, 0 outside. */
export function drawMask(shape: Shape): Uint8Array {
  const pixels = new Uint8Array(size.width * size.height);
  fill(pixels, shape, 255);
  return encodePng({ ...size, pixels });
}

/** A pixel belongs to a shape when its middle does. */
function fill(pixels: Uint8Array, shape: Shape, value: number): void {
  const r = radius[shape.size];
  for (let y = shape.y - r; y < shape.y + r; y++) {
    const edges = crossings(outlines[shape.form] ?? [], (100 * (y + 0.5 - shape.y)) / r);
    const columns = edges.map((x) => Math.ceil(shape.x + (x * r) / 100 - 0.5));
    for (let i = 0; i < columns.length; i += 2)
      pixels.fill(value, y * size.width + (columns[i] ?? 0), y * size.width + (columns[i + 1] ?? 0));
  }
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
