import { atan2 } from '../geometry/index.ts';

/**
 * Bold capitals drawn with a broad pen. A letter is 1 high and `width` wide; y goes down. The pen's middle follows lines
 * [x0, y0, x1, y1] and parts of ellipses [centre x, centre y, radius x, radius y, from, to] in degrees, clockwise from the right.
 * What the pen draws outside the letter's box is cut off: that is how slanted strokes get level ends.
 */
export interface Glyph {
  width: number;
  strokes: readonly (readonly number[])[];
}

/** Half the pen's breadth. */
const PEN = 0.1;

const stem = [PEN, 0, PEN, 1];
const bowl = [
  [PEN, 0.1, 0.4, 0.1],
  [0.4, 0.32, 0.22, 0.22, -90, 90],
  [PEN, 0.54, 0.4, 0.54],
];
const ring = [0.45, 0.5, 0.35, 0.4];

/** Each letter's width and strokes; of the labels in use, I has bars at its ends so that it is not a mere line. */
export const glyphs: Readonly<Record<string, Glyph>> = {
  A: {
    width: 0.9,
    strokes: [
      [0.1, 1.05, 0.45, -0.05],
      [0.8, 1.05, 0.45, -0.05],
      [0.22, 0.68, 0.68, 0.68],
    ],
  },
  B: {
    width: 0.76,
    strokes: [
      ...[stem, [0.1, 0.1, 0.4, 0.1], [0.4, 0.295, 0.22, 0.195, -90, 90], [0.1, 0.49, 0.42, 0.49]],
      ...[
        [0.42, 0.695, 0.24, 0.205, -90, 90],
        [0.1, 0.9, 0.42, 0.9],
      ],
    ],
  },
  C: { width: 0.8, strokes: [[...ring, 45, 315]] },
  D: { width: 0.8, strokes: [stem, [0.1, 0.1, 0.34, 0.1], [0.34, 0.5, 0.36, 0.4, -90, 90], [0.1, 0.9, 0.34, 0.9]] },
  E: { width: 0.66, strokes: [stem, [0.1, 0.1, 0.66, 0.1], [0.1, 0.5, 0.6, 0.5], [0.1, 0.9, 0.66, 0.9]] },
  F: { width: 0.64, strokes: [stem, [0.1, 0.1, 0.64, 0.1], [0.1, 0.52, 0.58, 0.52]] },
  G: {
    width: 0.84,
    strokes: [
      [...ring, 35, 315],
      [0.46, 0.57, 0.82, 0.57],
      [0.72, 0.5, 0.72, 0.787],
    ],
  },
  H: { width: 0.8, strokes: [stem, [0.7, 0, 0.7, 1], [0.1, 0.5, 0.7, 0.5]] },
  I: {
    width: 0.5,
    strokes: [
      [0.25, 0, 0.25, 1],
      [0, 0.1, 0.5, 0.1],
      [0, 0.9, 0.5, 0.9],
    ],
  },
  J: {
    width: 0.6,
    strokes: [
      [0.5, 0, 0.5, 0.66],
      [0.3, 0.66, 0.2, 0.24, 0, 165],
    ],
  },
  K: { width: 0.84, strokes: [stem, [0.12, 0.64, 0.77, -0.08], [0.31, 0.42, 0.75, 1.06]] },
  L: { width: 0.62, strokes: [stem, [0.1, 0.9, 0.62, 0.9]] },
  M: { width: 1, strokes: [stem, [0.9, 0, 0.9, 1], [0.1, -0.05, 0.5, 1.05], [0.9, -0.05, 0.5, 1.05]] },
  N: { width: 0.82, strokes: [stem, [0.72, 0, 0.72, 1], [0.08, -0.05, 0.74, 1.05]] },
  O: { width: 0.9, strokes: [[...ring, 0, 360]] },
  P: { width: 0.72, strokes: [stem, ...bowl] },
  Q: {
    width: 0.9,
    strokes: [
      [...ring, 0, 360],
      [0.48, 0.62, 0.88, 1.04],
    ],
  },
  R: { width: 0.78, strokes: [stem, ...bowl, [0.34, 0.5, 0.68, 1.06]] },
  S: {
    width: 0.72,
    strokes: [
      [0.36, 0.295, 0.26, 0.195, 90, 335],
      [0.36, 0.695, 0.26, 0.205, -90, 155],
    ],
  },
  T: {
    width: 0.76,
    strokes: [
      [0, 0.1, 0.76, 0.1],
      [0.38, 0, 0.38, 1],
    ],
  },
  U: {
    width: 0.8,
    strokes: [
      [0.1, 0, 0.1, 0.6],
      [0.7, 0, 0.7, 0.6],
      [0.4, 0.6, 0.3, 0.3, 0, 180],
    ],
  },
  V: {
    width: 0.9,
    strokes: [
      [0.1, -0.05, 0.45, 1.05],
      [0.8, -0.05, 0.45, 1.05],
    ],
  },
  W: {
    width: 1.1,
    strokes: [
      [0.09, -0.05, 0.3, 1.05],
      [0.55, -0.05, 0.3, 1.05],
      [0.55, -0.05, 0.8, 1.05],
      [1.01, -0.05, 0.8, 1.05],
    ],
  },
  X: {
    width: 0.84,
    strokes: [
      [0.09, -0.05, 0.75, 1.05],
      [0.75, -0.05, 0.09, 1.05],
    ],
  },
  Y: {
    width: 0.84,
    strokes: [
      [0.08, -0.05, 0.42, 0.56],
      [0.76, -0.05, 0.42, 0.56],
      [0.42, 0.5, 0.42, 1],
    ],
  },
  Z: {
    width: 0.74,
    strokes: [
      [0, 0.1, 0.74, 0.1],
      [0.6, 0.1, 0.14, 0.9],
      [0, 0.9, 0.74, 0.9],
    ],
  },
};

/** Whether a point of the letter's box is inked. */
export function inked({ width, strokes }: Glyph, x: number, y: number): boolean {
  if (x < 0 || y < 0 || x > width || y > 1) return false;
  for (const stroke of strokes) if (stroke.length === 4 ? onLine(stroke, x, y) : onArc(stroke, x, y)) return true;
  return false;
}

function onLine(line: readonly number[], x: number, y: number): boolean {
  const fromX = line[0] ?? 0;
  const fromY = line[1] ?? 0;
  const dx = (line[2] ?? 0) - fromX;
  const dy = (line[3] ?? 0) - fromY;
  const length = Math.sqrt(dx * dx + dy * dy);
  const along = (x - fromX) * dx + (y - fromY) * dy;
  const beside = (x - fromX) * dy - (y - fromY) * dx;
  return along >= 0 && along <= length * length && Math.abs(beside) <= PEN * length;
}

function onArc(arc: readonly number[], x: number, y: number): boolean {
  const dx = x - (arc[0] ?? 0);
  const dy = y - (arc[1] ?? 0);
  const radiusX = arc[2] ?? 0;
  const radiusY = arc[3] ?? 0;
  if (!inEllipse(dx, dy, radiusX + PEN, radiusY + PEN) || inEllipse(dx, dy, radiusX - PEN, radiusY - PEN)) return false;
  const from = arc[4] ?? 0;
  const to = arc[5] ?? 0;
  const degrees = (atan2(dy / radiusY, dx / radiusX) * 180) / Math.PI;
  return (degrees >= from && degrees <= to) || (degrees + 360 >= from && degrees + 360 <= to);
}

function inEllipse(x: number, y: number, radiusX: number, radiusY: number): boolean {
  return (x * x) / (radiusX * radiusX) + (y * y) / (radiusY * radiusY) <= 1;
}
