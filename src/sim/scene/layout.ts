import { type Random, random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { type Randomise, randomDetails, type SceneDetails } from './randomise.ts';
import { zone } from './tabletop.ts';

/** A block as it lies on the table. */
export interface BlockPlace {
  label: string;
  /** A name that the cameras know: red, green, blue, yellow, white. */
  colour: string;
  x: number;
  y: number;
  /** Turned about the vertical, in radians. */
  yaw: number;
}

/** How the table is laid: drawn from a seed, stored with the episode. Block `i` is body `block<i>` of the model. */
export interface Layout extends SceneDetails {
  blocks: BlockPlace[];
}

type BlockPose = Pick<BlockPlace, 'x' | 'y' | 'yaw'>;

/** A way to lay blocks on the table. */
export interface BlockArrangement {
  /** Names of colours, dealt out at random. */
  colours: readonly string[];
  /** Undefined when there is no room. */
  places(count: number, draw: Random): BlockPose[] | undefined;
}

/** Anywhere in front of the robot, apart from each other, from the zone and from the line between the arms; in four colours. */
export const scattered: BlockArrangement = {
  colours: ['red', 'green', 'blue', 'yellow'],
  places(count, draw) {
    const places: BlockPose[] = [];
    for (let tries = 0; places.length < count && tries < 1000; tries += 1) {
      const place = { x: between(draw, -0.28, 0.22), y: between(draw, -0.08, 0.1), yaw: between(draw, -0.75, 0.75) };
      const isFree = (other: { x: number; y: number }, least: number) => {
        const [dx, dy] = [place.x - other.x, place.y - other.y];
        return dx * dx + dy * dy >= least * least;
      };
      const apart = places.every((other) => isFree(other, 0.1));
      if (apart && isFree(zone, 0.12) && Math.abs(place.x) >= 0.05) places.push(place);
    }
    return places.length === count ? places : undefined;
  },
};

/** Two rows of five, a little out of line, all white: neither colour nor place tells one from the other. */
export const inRows: BlockArrangement = {
  colours: ['white'],
  places(count, draw) {
    const cells = [0, 0.12].flatMap((y) => [-2, -1, 0, 1, 2].map((column) => ({ x: -0.032 + 0.115 * column, y })));
    if (count > cells.length) return undefined;
    const used = count < cells.length ? draw.shuffle(cells).slice(0, count) : cells;
    return used.map(({ x, y }) => ({
      x: x + between(draw, -0.01, 0.01),
      y: y + between(draw, -0.01, 0.01),
      yaw: between(draw, -0.25, 0.25),
    }));
  },
};

/**
 * Lays blocks for a seed, each label at a random place. Says why when there is no room.
 * @example drawLayout({ seed: 100000, labels: ['A', 'B', 'C', 'D'], arrangement: scattered })
 */
export function drawLayout(opts: {
  seed: number;
  labels: readonly string[];
  arrangement: BlockArrangement;
  randomise?: Randomise;
}): { layout: Layout } | { why: string } {
  const { seed, labels, arrangement } = opts;
  const draw = random(seed, 'layout');
  const places = arrangement.places(labels.length, draw);
  if (!places) return { why: `no room for ${labels.length} blocks` };
  // A block's number must not tell its label: segmented pictures show it.
  const dealt = draw.shuffle(labels);
  const colours = draw.shuffle(arrangement.colours);
  const blocks = places.map((place, i) => ({
    label: at(dealt, i),
    colour: at(colours, i % colours.length),
    ...place,
  }));
  return { layout: { blocks, ...randomDetails(seed, opts.randomise ?? {}, blocks) } };
}

function between(draw: Random, low: number, high: number): number {
  return low + (high - low) * draw.next();
}
