import { armDistance } from '../../sim/pure.ts';
import type { RsbSample } from './sample.ts';

type Block = RsbSample['layout']['blocks'][number];

/**
 * Where a block lies among its fellows, so that every place is equally frequent whatever the layout: columns of two from
 * the left, the nearer and the farther half, and its rank by the distance to the nearer arm. In a grid they are the grid's.
 */
export interface BlockPlace {
  colour: string;
  /** From 1, from the left. */
  column: number;
  row: 'near' | 'far';
  /** 1 is the nearest. */
  rank: number;
}

export function placeOf(blocks: readonly Block[], block: Block): BlockPlace {
  const before = (key: (block: Block) => number) => blocks.filter((other) => key(other) < key(block)).length;
  return {
    colour: block.colour,
    column: 1 + Math.floor(before(({ x }) => x) / 2),
    row: before(({ y }) => y) < blocks.length / 2 ? 'near' : 'far',
    rank: 1 + before(armDistance),
  };
}
