import { type Camera, type Renderer, wholeSizes } from '../../sim/index.ts';
import type { Place, Shot, Sight } from './types.ts';

/**
 * A picture of a place, and how much of each item it shows. Use one renderer for many pictures. Without colours it only measures.
 * @example photograph(new Renderer(), place, cameraAround(place, { around: 20, down: 35 }))
 */
export function photograph(renderer: Renderer, place: Place, camera: Camera, opts: { colours?: boolean } = {}): Shot {
  const wanted = { ...opts, depth: true, segmentation: true };
  const { depth, segmentation, ...rest } = renderer.render(place.drawn, camera, wanted);
  if (!depth || !segmentation) throw new Error('the renderer measured nothing');
  const sizes = wholeSizes(
    place.drawn.things.filter(({ id }) => id <= place.items.length),
    camera,
  );
  return {
    camera,
    picture: { ...rest, depth, segmentation },
    visible: sights(segmentation, camera, sizes, place.items.length),
  };
}

function sights(
  segmentation: Uint16Array,
  { width, height }: { width: number; height: number },
  sizes: ReadonlyMap<number, number>,
  items: number,
): Map<number, Sight> {
  const pixels = new Int32Array(items + 1);
  const left = new Int32Array(items + 1).fill(width);
  const right = new Int32Array(items + 1);
  const top = new Int32Array(items + 1).fill(height);
  const bottom = new Int32Array(items + 1);
  for (let y = 0, i = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, i += 1) {
      const id = segmentation[i] ?? 0;
      if (id === 0 || id > items) continue;
      pixels[id] = (pixels[id] ?? 0) + 1;
      if (x < (left[id] ?? 0)) left[id] = x;
      if (x >= (right[id] ?? 0)) right[id] = x + 1;
      if (y < (top[id] ?? 0)) top[id] = y;
      bottom[id] = y + 1;
    }
  }
  const found = new Map<number, Sight>();
  for (let id = 1; id <= items; id += 1) {
    const count = pixels[id] ?? 0;
    if (count === 0) continue;
    const box = { left: left[id] ?? 0, top: top[id] ?? 0, right: right[id] ?? 0, bottom: bottom[id] ?? 0 };
    found.set(id, { pixels: count, whole: Math.max(count, sizes.get(id) ?? 0), box });
  }
  return found;
}
