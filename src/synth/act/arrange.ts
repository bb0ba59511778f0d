import type { inRows } from '../../sim/index.ts';
import type { Random } from '../../stats/index.ts';

const COLUMNS = [-2, -1, 0, 1, 2];

/** Two rows, neither of them empty, in five columns; places are in order: the front row from the left, then the back row. */
export const inTwoRows: typeof inRows = {
  colours: ['red', 'green', 'blue', 'yellow', 'white'],
  places(count, draw) {
    const front = Math.max(count - 5, Math.min(count - 2, 5, Math.floor(count / 2) + draw.int(2)));
    return [rowOf(front, 0, draw), rowOf(count - front, 0.12, draw)].flat();
  },
};

function rowOf(count: number, y: number, draw: Random) {
  const columns = draw.shuffle(COLUMNS).slice(0, count);
  const shift = () => 0.03 * draw.next() - 0.015;
  return columns
    .sort((a, b) => a - b)
    .map((column) => ({ x: -0.032 + 0.115 * column + shift(), y: y + shift(), yaw: draw.next() - 0.5 }));
}
