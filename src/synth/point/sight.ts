import { atan2, type Vec3 } from '../../geometry/index.ts';
import type { Item } from '../../scenes/index.ts';
import { at } from '../../util/index.ts';

/** What something covers of all that is around an eye: directions, and heights per distance. */
interface Outlook {
  item: Item;
  far: number;
  direction: number;
  wide: number;
  low: number;
  high: number;
}

/** Of nine points of a thing, so many at least are not behind others. */
const LEAST = 5;
const PARTS = [-0.6, 0, 0.6];

/** The numbers of what is not mostly hidden from an eye, whichever way it looks: worked out from boxes. */
export function clearFrom([x, y, z]: Vec3, items: readonly Item[]): Set<number> {
  const around = items.map((item): Outlook => {
    const [dx, dy, base] = [item.position[0] - x, item.position[1] - y, item.position[2] - z];
    const far = Math.sqrt(dx * dx + dy * dy);
    const wide = Math.sqrt(item.half[0] * item.half[1]) / far;
    return { item, far, direction: atan2(dy, dx), wide, low: base / far, high: (base + 2 * item.half[2]) / far };
  });
  around.sort((a, b) => a.far - b.far);
  const clear = new Set<number>();
  for (const [n, one] of around.entries()) if (isClear(one, around, n)) clear.add(one.item.id);
  return clear;
}

function isClear(one: Outlook, around: readonly Outlook[], n: number): boolean {
  let seen = 0;
  for (const across of PARTS) {
    for (const up of PARTS) {
      const height = (one.low + one.high) / 2 + (up * (one.high - one.low)) / 2;
      let isHidden = false;
      for (let m = 0; m < n && !isHidden; m += 1) {
        const other = at(around, m);
        if (other.item.on === one.item.id) continue;
        const side = turnBetween(one.direction + across * one.wide, other.direction) / other.wide;
        if (side > 1 || side < -1) continue;
        const level = (2 * height - other.low - other.high) / (other.high - other.low);
        isHidden = side * side + level * level < 1;
      }
      if (!isHidden) seen += 1;
    }
  }
  return seen >= LEAST;
}

function turnBetween(a: number, b: number): number {
  const turn = a - b;
  if (turn > Math.PI) return turn - 2 * Math.PI;
  return turn < -Math.PI ? turn + 2 * Math.PI : turn;
}
