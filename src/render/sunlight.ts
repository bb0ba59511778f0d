import type { Shade } from './shade.ts';

/** How much of the sun reaches a point: the nine cells around it say whether it is dark, the nearer the more they count. */
export function sunlight(
  { columns, depth, bottoms, tileShift, tileColumns }: Shade,
  across: number,
  along: number,
  height: number,
): number {
  const column = across | 0;
  const line = along | 0;
  if ((bottoms[(line >> tileShift) * tileColumns + (column >> tileShift)] ?? 0) > height) return 0;
  const cell = line * columns + column;
  const right = across - column;
  const down = along - line;
  const before = 0.5 * (1 - right) * (1 - right);
  const after = 0.5 * right * right;
  const above = 0.5 * (1 - down) * (1 - down);
  const below = 0.5 * down * down;
  return (
    1 -
    above * darkness(depth, cell - columns, height, before, after) -
    (1 - above - below) * darkness(depth, cell, height, before, after) -
    below * darkness(depth, cell + columns, height, before, after)
  );
}

/** How much of three neighbours in a line is dark. A function of its own, because only short ones are put in place of their calls. */
function darkness(depth: Float32Array, cell: number, height: number, before: number, after: number): number {
  return (
    ((depth[cell - 1] ?? 0) > height ? before : 0) +
    ((depth[cell] ?? 0) > height ? 1 - before - after : 0) +
    ((depth[cell + 1] ?? 0) > height ? after : 0)
  );
}
