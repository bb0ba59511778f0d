import { type Camera, Renderer, type RenderOptions, type Scene, type Thing, wholeSize } from '../render/index.ts';
import { at } from '../util/index.ts';
import { coarseScene } from './coarse.ts';
import type { Place, Shot, Visibility } from './types.ts';

/**
 * A picture of a place, and how much of each item it shows. Use one renderer for many pictures. Without colours it only measures.
 * @example renderShot(new Renderer(), place, lookAt([3, 0, 1.6], [0, 0, 0.8], { fovy: 60, ...PHOTO }))
 */
export function renderShot(
  renderer: Renderer,
  place: Place,
  camera: Camera,
  {
    scene = place.drawn,
    stays = false,
    ...opts
  }: Pick<RenderOptions, 'colours' | 'into'> & { scene?: Scene; stays?: boolean } = {},
): Shot {
  const wanted = { ...opts, depth: true, segmentation: true };
  const { depth, segmentation, ...rest } = renderer.render(scene, camera, wanted);
  if (!depth || !segmentation) throw new Error('the renderer measured nothing');
  // Ids: items, regions, one for everything else, and 0.
  const { pixels, boxes } = count(segmentation, camera, place.items.length + place.regions.length + 2);
  const parts = Map.groupBy(scene.things, ({ id }) => id);
  const visible = new Map<number, Visibility>();
  for (let id = 1; id <= place.items.length; id += 1) {
    if (at(pixels, id) === 0) continue;
    const sight = new ItemVisibility(at(pixels, id), boxes.subarray(4 * id, 4 * id + 4), parts.get(id) ?? [], camera);
    // Unless nothing moves afterwards, it is counted now.
    visible.set(id, stays ? sight : { pixels: sight.pixels, whole: sight.whole, box: sight.box });
  }
  return { camera, picture: { ...rest, depth, segmentation }, visible, pixels };
}

/** What is seen of an item. How large it is as a whole is counted when somebody asks: of most pictures, nobody does. */
class ItemVisibility implements Visibility {
  readonly pixels: number;
  readonly box: Visibility['box'];
  readonly #parts: readonly Thing[];
  readonly #camera: Camera;
  #whole: number | undefined;

  constructor(pixels: number, box: ArrayLike<number>, parts: readonly Thing[], camera: Camera) {
    this.pixels = pixels;
    this.box = { left: at(box, 0), top: at(box, 1), right: at(box, 2), bottom: at(box, 3) };
    this.#parts = parts;
    this.#camera = camera;
  }

  get whole(): number {
    this.#whole ??= Math.max(this.pixels, wholeSize(this.#parts, this.#camera));
    return this.#whole;
  }
}

/** Renders shots of places, in which nothing moves, into the same memory: each overwrites the one before. */
export class PlaceRenderer {
  readonly #renderer = new Renderer();
  readonly #memory: NonNullable<RenderOptions['into']> = {};

  /** A shot without colours. */
  measure(place: Place, camera: Camera): Shot {
    return this.#measure(place, camera, place.drawn);
  }

  /** About the same, in a tenth of the time: things are plain forms, and nothing else hides them. */
  sketch(place: Place, camera: Camera): Shot {
    return this.#measure(place, camera, coarseScene(place));
  }

  #measure(place: Place, camera: Camera, scene: Scene): Shot {
    const shot = renderShot(this.#renderer, place, camera, { scene, stays: true, colours: false, into: this.#memory });
    const { depth, segmentation } = shot.picture;
    Object.assign(this.#memory, { depth, segmentation });
    return shot;
  }

  /** Its colours, three bytes per pixel. */
  print(place: Place, camera: Camera): Uint8Array {
    const { rgb } = this.#renderer.render(place.drawn, camera, { into: this.#memory });
    this.#memory.rgb = rgb;
    return rgb;
  }
}

/** How many pixels each id has, and the box around them: left, top, right, bottom. */
function count(
  segmentation: Uint16Array,
  { width, height }: { width: number; height: number },
  ids: number,
): { pixels: Int32Array; boxes: Int32Array } {
  const pixels = new Int32Array(ids);
  const boxes = new Int32Array(4 * ids);
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    for (let x = 0; x < width; ) {
      const left = x;
      const id = segmentation[row + x] ?? 0;
      do x += 1;
      while (x < width && segmentation[row + x] === id);
      const box = 4 * id;
      if (pixels[id] === 0) {
        boxes[box] = left;
        boxes[box + 1] = y;
      } else if (left < (boxes[box] ?? 0)) boxes[box] = left;
      if (x > (boxes[box + 2] ?? 0)) boxes[box + 2] = x;
      boxes[box + 3] = y + 1;
      pixels[id] = (pixels[id] ?? 0) + x - left;
    }
  }
  return { pixels, boxes };
}
