/** Corners in order, in any unit. */
export type Polygon = readonly (readonly [x: number, y: number])[];

/**
 * Whether a ray from the point to the right crosses the border an odd number of times: the rule of RoboSpatial-Home's own script,
 * operation for operation. Points on the border belong to the region above or to the left of them.
 * @example isInPolygon(0.5, 0.5, [[0, 0], [1, 0], [1, 1], [0, 1]]) // true
 */
export function isInPolygon(x: number, y: number, polygon: Polygon): boolean {
  let inside = false;
  let [xj, yj] = polygon.at(-1) ?? [0, 0];
  for (const [xi, yi] of polygon) {
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
    [xj, yj] = [xi, yi];
  }
  return inside;
}

/**
 * The polygon, whose corners are in fractions of the sides, as pixels: 1 where the pixel's corner lies inside, else 0.
 * @example polygonPixels([[0, 0], [1, 0], [0, 1]], { width: 4, height: 4 })
 */
export function polygonPixels(polygon: Polygon, size: { width: number; height: number }) {
  const { width, height } = size;
  const values = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (isInPolygon(x / width, y / height, polygon)) values[y * width + x] = 1;
  return { width, height, values };
}
