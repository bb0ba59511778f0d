/** Where triangles are drawn: the nearest wins, and the one with the lower number of two equally near: the order does not matter. */
export interface Target extends Rows {
  /** In samples; only its rows are drawn on. */
  width: number;
  height: number;
  /** How near each sample is: larger is nearer. If `stride` is 2, the next number says which triangle it shows. */
  depth: Float32Array;
  stride: 1 | 2;
  /** The same memory as whole numbers. */
  samples: Int32Array;
  /** Tiles of 2^tileShift samples by as many; those that a triangle may have changed are marked with 1. */
  tileShift: number;
  tileColumns: number;
  touched: Uint8Array;
  /** The numbers of those, as many as `marks` says. */
  marked: Int32Array;
  marks: number;
  /** How many samples around a triangle are marked as well. */
  margin: number;
}

export function makeTarget(
  size: { width: number; height: number },
  tiles: { shift: number; margin: number },
  stride: 1 | 2,
): Target {
  const { width, height } = size;
  const depth = new Float32Array(stride * width * height);
  const columns = ((width - 1) >> tiles.shift) + 1;
  const rows = ((height - 1) >> tiles.shift) + 1;
  return {
    width,
    height,
    firstRow: 0,
    endRow: height,
    depth,
    stride,
    samples: new Int32Array(depth.buffer),
    tileShift: tiles.shift,
    tileColumns: columns,
    touched: new Uint8Array(columns * rows),
    margin: tiles.margin,
    marked: new Int32Array(columns * rows),
    marks: 0,
  };
}

/** Takes all marks away. */
export function unmark(target: Target): void {
  target.touched.fill(0);
  target.marks = 0;
}

/** Writes the tiles that are marked once more as they were, and takes the marks away. */
export function restore(target: Target, kept: Int32Array): void {
  copyMarked(target, kept, target.samples);
}

/** Remembers the tiles that are marked, and takes the marks away. */
export function keep(target: Target, kept: Int32Array): void {
  copyMarked(target, target.samples, kept);
}

function copyMarked(target: Target, from: Int32Array, to: Int32Array): void {
  const { stride } = target;
  const width = stride * target.width;
  for (const { left, right, top, bottom } of strips(target)) {
    for (let y = top * width; y < bottom * width; y += width) {
      to.set(from.subarray(y + stride * left, y + stride * right), y + stride * left);
    }
  }
  unmark(target);
}

/** The samples of tiles that are marked, neighbours in a row of tiles together: long rows take less time than many short ones. */
export function strips({ width, height, tileShift, tileColumns, touched }: Target): Strip[] {
  const found: Strip[] = [];
  for (let tile = 0; tile < touched.length; tile += 1) {
    if (touched[tile] === 0) continue;
    const column = tile % tileColumns;
    let end = column + 1;
    while (end < tileColumns && touched[tile - column + end] === 1) end += 1;
    const top = ((tile - column) / tileColumns) << tileShift;
    found.push({
      left: column << tileShift,
      right: Math.min(end << tileShift, width),
      top,
      bottom: Math.min(top + (1 << tileShift), height),
    });
    tile += end - column - 1;
  }
  return found;
}

/** Samples from `left` and `top` to before `right` and `bottom`. */
interface Strip {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Some rows of a target. */
export interface Rows {
  firstRow: number;
  endRow: number;
}

/** The rows that some vertices may be drawn on. */
export function rowsOf(vertices: Float64Array, first: number, end: number, height: number): Rows {
  let top = height;
  let bottom = 0;
  for (let at = 3 * first + 1; at < 3 * end; at += 3) {
    const y = vertices[at] ?? 0;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  return { firstRow: Math.max(0, Math.floor(top)), endRow: Math.min(height, Math.ceil(bottom)) };
}

/** All of these rows, and what is between them. */
export function around(rows: readonly Rows[]): Rows {
  const filled = rows.filter(({ firstRow, endRow }) => firstRow < endRow);
  if (filled.length === 0) return { firstRow: 0, endRow: 0 };
  return {
    firstRow: Math.min(...filled.map(({ firstRow }) => firstRow)),
    endRow: Math.max(...filled.map(({ endRow }) => endRow)),
  };
}

/** Too thin to hold the centre of a sample. */
const NO_AREA = 1e-9;

/**
 * Draws the triangle of three vertices; each has x, y in samples and a depth that is linear in them. A sample belongs to it when
 * its centre is inside, or on a left or upper edge. Edges are always followed from above, so neighbours neither leave a gap nor overlap.
 */
export function drawTriangle(
  target: Target,
  id: number,
  vertices: Float64Array,
  p: number,
  q: number,
  r: number,
): void {
  // Whole numbers to the compiler as well, here and below; it would convert them for each sample otherwise.
  const number = id | 0;
  // From top to bottom: a, b, c.
  let a = (3 * p) | 0;
  let b = (3 * q) | 0;
  let c = (3 * r) | 0;
  if ((vertices[a + 1] ?? 0) > (vertices[b + 1] ?? 0)) {
    const upper = b;
    b = a;
    a = upper;
  }
  if ((vertices[b + 1] ?? 0) > (vertices[c + 1] ?? 0)) {
    const upper = c;
    c = b;
    b = upper;
    if ((vertices[a + 1] ?? 0) > (vertices[b + 1] ?? 0)) {
      b = a;
      a = upper;
    }
  }
  const ay = vertices[a + 1] ?? 0;
  const by = vertices[b + 1] ?? 0;
  const cy = vertices[c + 1] ?? 0;
  const { depth, samples, stride } = target;
  const width = target.width | 0;
  const firstRow = Math.max(target.firstRow, Math.ceil(ay - 0.5)) | 0;
  const endRow = Math.min(target.endRow, Math.ceil(cy - 0.5)) | 0;
  if (firstRow >= endRow) return;
  const ax = vertices[a] ?? 0;
  const bx = vertices[b] ?? 0;
  const cx = vertices[c] ?? 0;
  if (Math.max(ax, bx, cx) < 0.5 || Math.min(ax, bx, cx) > width - 0.5) return;
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
  if (Math.abs(area) < NO_AREA) return;

  const aw = vertices[a + 2] ?? 0;
  const bw = (vertices[b + 2] ?? 0) - aw;
  const cw = (vertices[c + 2] ?? 0) - aw;
  const stepX = (bw * (cy - ay) - cw * (by - ay)) / area;
  const stepY = (cw * (bx - ax) - bw * (cx - ax)) / area;
  const slopeAC = (cx - ax) / (cy - ay);
  const longIsLeft = area > 0;
  // Samples drawn in the present row of tiles.
  let top = firstRow;
  let left = width;
  let right = 0;
  const lastOfTile = (1 << target.tileShift) - 1;
  const turn = Math.min(endRow, Math.max(firstRow, Math.ceil(by - 0.5))) | 0;
  // Above b, and below.
  for (let half = 0; half < 2; half += 1) {
    const shortX = half === 0 ? ax : bx;
    const shortY = half === 0 ? ay : by;
    const slope = half === 0 ? (bx - ax) / (by - ay) : (cx - bx) / (cy - by);
    const leftX = longIsLeft ? ax : shortX;
    const leftY = longIsLeft ? ay : shortY;
    const leftSlope = longIsLeft ? slopeAC : slope;
    const rightX = longIsLeft ? shortX : ax;
    const rightY = longIsLeft ? shortY : ay;
    const rightSlope = longIsLeft ? slope : slopeAC;
    const end = half === 0 ? turn : endRow;
    for (let row = half === 0 ? firstRow : turn; row < end; row += 1) {
      const y = row + 0.5;
      const begin = Math.max(0, Math.ceil(leftX + (y - leftY) * leftSlope - 0.5) | 0);
      const stop = Math.min(width, Math.ceil(rightX + (y - rightY) * rightSlope - 0.5) | 0);
      if (begin < stop) {
        if (begin < left) left = begin;
        if (stop > right) right = stop;
        let w = aw + (begin + 0.5 - ax) * stepX + (y - ay) * stepY;
        const line = Math.imul(row, width);
        if (stride === 1) {
          const last = line + stop;
          for (let i = line + begin; i < last; i += 1) {
            if (w > (depth[i] ?? 0)) depth[i] = w;
            w += stepX;
          }
        } else {
          const last = 2 * (line + stop);
          for (let i = 2 * (line + begin); i < last; i += 2) {
            const near = Math.fround(w);
            const old = depth[i] ?? 0;
            if (near > old || (near === old && number < (samples[i + 1] ?? 0))) {
              depth[i] = near;
              samples[i + 1] = number;
            }
            w += stepX;
          }
        }
      }
      if ((row & lastOfTile) === lastOfTile || row === endRow - 1) {
        if (left < right) touch(target, left, top, right - 1, row);
        top = row + 1;
        left = width;
        right = 0;
      }
    }
  }
}

/** Marks the tiles of a rectangle of samples, and of its margin. */
export function touch(target: Target, left: number, top: number, right: number, bottom: number): void {
  const { touched, marked, tileColumns, tileShift, margin, width, height } = target;
  const firstColumn = Math.max(0, left - margin) >> tileShift;
  const lastColumn = Math.min(width - 1, right + margin) >> tileShift;
  const lastRow = Math.min(height - 1, bottom + margin) >> tileShift;
  for (let y = Math.max(0, top - margin) >> tileShift; y <= lastRow; y += 1) {
    for (let i = y * tileColumns + firstColumn; i <= y * tileColumns + lastColumn; i += 1) {
      if (touched[i] === 1) continue;
      touched[i] = 1;
      marked[target.marks] = i;
      target.marks += 1;
    }
  }
}
