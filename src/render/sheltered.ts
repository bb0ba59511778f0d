import type { PixelArea } from './changes.ts';
import type { Thing } from './scene.ts';
import { SQUARE, seenFrom, type View } from './view.ts';

/** Where in the picture things may look different because these shelter them, or no longer do. */
export function shelteredAreas(
  sheltering: readonly Thing[],
  things: readonly Thing[],
  view: View,
  reach: number,
): PixelArea[] {
  return sheltering.flatMap((thing) => {
    const room = thing.mesh.radius + 2 * reach;
    // Light on round things is worked out at corners: it changes as far as their triangles go.
    const round = things.filter((other) => !other.mesh.isFlat && other !== thing && areWithin(thing, other, room));
    return [areaOf(view, thing, room), ...round.map((other) => areaOf(view, other, other.mesh.radius))];
  });
}

function areWithin(one: Thing, other: Thing, room: number): boolean {
  let square = 0;
  for (let k = 0; k < 3; k += 1) square += ((one.position[k] ?? 0) - (other.position[k] ?? 0)) ** 2;
  return square < (room + other.mesh.radius) ** 2;
}

/** The pixels of a ball, and of all squares that it touches. */
function areaOf(view: View, { position }: Thing, radius: number): PixelArea {
  const { width, height, focal, near } = view;
  const z = seenFrom(view, position, 2);
  if (z - radius <= near) return z + radius <= near ? nowhere : { left: 0, right: width, top: 0, bottom: height };
  const span = (axis: number, size: number): [from: number, end: number] => {
    const middle = seenFrom(view, position, axis);
    const edges = [middle - radius, middle + radius].flatMap((side) => [side / (z - radius), side / (z + radius)]);
    const from = Math.floor((size / 2 + focal * Math.min(...edges)) / SQUARE) - 1;
    const end = Math.ceil((size / 2 + focal * Math.max(...edges)) / SQUARE) + 1;
    return [Math.min(Math.max(0, SQUARE * from), size), Math.min(Math.max(0, SQUARE * end), size)];
  };
  const [[left, right], [top, bottom]] = [span(0, width), span(1, height)];
  return { left, right, top, bottom };
}

const nowhere: PixelArea = { left: 0, right: 0, top: 0, bottom: 0 };
