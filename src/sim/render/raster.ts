/** Where triangles are drawn: the nearest wins, and the one with the lower number of two equally near: the order does not matter. */
export interface Target {
  /** In samples. */
  width: number;
  height: number;
  /** Larger is nearer. */
  depth: Float32Array;
  /** Which triangle each sample shows; nobody asks for those of a shadow map. */
  ids: Int32Array | null;
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
  ids: Int32Array | null = null,
): Target {
  const { width, height } = size;
  const columns = ((width - 1) >> tiles.shift) + 1;
  const rows = ((height - 1) >> tiles.shift) + 1;
  return {
    ...{ width, height, depth: new Float32Array(width * height), ids },
    ...{ tileShift: tiles.shift, tileColumns: columns, touched: new Uint8Array(columns * rows), margin: tiles.margin },
    ...{ marked: new Int32Array(columns * rows), marks: 0 },
  };
}

/** Takes all marks away. */
export function unmark(target: Target): void {
  target.touched.fill(0);
  target.marks = 0;
}

/** Writes the tiles that are marked once more as they were, and takes the marks away. */
export function restore(target: Target, old: { depth: Float32Array; ids: Int32Array | null }): void {
  const { depth, ids, width, height, tileColumns, tileShift, marked, marks } = target;
  const side = 1 << tileShift;
  for (let mark = 0; mark < marks; mark += 1) {
    const tile = marked[mark] ?? 0;
    const column = tile % tileColumns;
    const left = column << tileShift;
    const top = ((tile - column) / tileColumns) << tileShift;
    const columns = Math.min(side, width - left);
    const bottom = Math.min(top + side, height);
    for (let y = top; y < bottom; y += 1) {
      const first = y * width + left;
      for (let i = first; i < first + columns; i += 1) depth[i] = old.depth[i] ?? 0;
      if (ids && old.ids) for (let i = first; i < first + columns; i += 1) ids[i] = old.ids[i] ?? 0;
    }
  }
  unmark(target);
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
  // From top to bottom: a, b, c.
  let a = 3 * p;
  let b = 3 * q;
  let c = 3 * r;
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
  const { width, height, depth, ids } = target;
  const firstRow = Math.max(0, Math.ceil(ay - 0.5)) | 0;
  const endRow = Math.min(height, Math.ceil(cy - 0.5)) | 0;
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
  const slopeAB = (bx - ax) / (by - ay);
  const slopeBC = (cx - bx) / (cy - by);
  const slopeAC = (cx - ax) / (cy - ay);
  // Samples drawn in the present row of tiles.
  let top = firstRow;
  let left = width;
  let right = 0;
  const lastOfTile = (1 << target.tileShift) - 1;
  for (let row = firstRow; row < endRow; row += 1) {
    const y = row + 0.5;
    const long = ax + (y - ay) * slopeAC;
    const short = y < by ? ax + (y - ay) * slopeAB : bx + (y - by) * slopeBC;
    const first = Math.max(0, Math.ceil((area > 0 ? long : short) - 0.5)) | 0;
    const end = Math.min(width, Math.ceil((area > 0 ? short : long) - 0.5)) | 0;
    if (first < end) {
      if (first < left) left = first;
      if (end > right) right = end;
      let w = aw + (first + 0.5 - ax) * stepX + (y - ay) * stepY;
      const stop = row * width + end;
      if (ids === null) {
        for (let i = row * width + first; i < stop; i += 1) {
          if (w > (depth[i] ?? 0)) depth[i] = w;
          w += stepX;
        }
      } else {
        for (let i = row * width + first; i < stop; i += 1) {
          const near = Math.fround(w);
          const last = depth[i] ?? 0;
          if (near > last || (near === last && id < (ids[i] ?? 0))) {
            depth[i] = near;
            ids[i] = id;
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

/** Marks the tiles of a rectangle of samples, and of its margin. */
function touch(target: Target, left: number, top: number, right: number, bottom: number): void {
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
