import { atan2, type Vec3 } from '../../geometry/index.ts';
import type { Item } from '../../scenes/index.ts';

/** What something covers of all that is around an eye: directions, and heights per distance. */
interface Outlook {
  item: Item;
  /** On the ground, from the eye. */
  dx: number;
  dy: number;
  far: number;
  wide: number;
  low: number;
  high: number;
}

/** Of nine points of a thing, so many at least are not behind others. */
const LEAST = 5;
const PARTS = [-0.6, 0, 0.6];

/** What is not mostly hidden from an eye, whichever way it looks: worked out from boxes, when it is asked for. */
export class Outlooks {
  readonly #eye: Vec3;
  readonly #items: readonly Item[];
  readonly #clear = new Map<number, boolean>();
  #around: readonly Outlook[] | undefined;

  constructor(eye: Vec3, items: readonly Item[]) {
    this.#eye = eye;
    this.#items = items;
  }

  /** Whether the item of this number is mostly in sight. */
  isClear(id: number): boolean {
    const known = this.#clear.get(id);
    if (known !== undefined) return known;
    this.#around ??= around(this.#eye, this.#items);
    const n = this.#around.findIndex(({ item }) => item.id === id);
    const one = this.#around[n];
    const found = one !== undefined && isClear(one, this.#around, n);
    this.#clear.set(id, found);
    return found;
  }
}

/** Near things first. */
function around([x, y, z]: Vec3, items: readonly Item[]): Outlook[] {
  const all = items.map((item): Outlook => {
    const [dx, dy, base] = [item.position[0] - x, item.position[1] - y, item.position[2] - z];
    const far = Math.sqrt(dx * dx + dy * dy);
    const wide = Math.sqrt(item.half[0] * item.half[1]) / far;
    return { item, dx, dy, far, wide, low: base / far, high: (base + 2 * item.half[2]) / far };
  });
  return all.sort((a, b) => a.far - b.far);
}

/** Whether something is mostly in sight past so many others, which are nearer. */
function isClear(one: Outlook, all: readonly Outlook[], nearer: number): boolean {
  const amid: { other: Outlook; direction: number }[] = [];
  for (let n = 0; n < nearer; n += 1) {
    const other = all[n];
    if (other && other.item.on !== one.item.id && mayHide(other, one))
      amid.push({ other, direction: atan2(other.dy, other.dx) });
  }
  if (amid.length === 0) return true;
  const direction = atan2(one.dy, one.dx);
  let seen = 0;
  for (const across of PARTS) {
    for (const up of PARTS) {
      const height = (one.low + one.high) / 2 + (up * (one.high - one.low)) / 2;
      const isHidden = amid.some(({ other, direction: theirs }) => {
        const side = turnBetween(direction + across * one.wide, theirs) / other.wide;
        if (side > 1 || side < -1) return false;
        const level = (2 * height - other.low - other.high) / (other.high - other.low);
        return side * side + level * level < 1;
      });
      if (!isHidden) seen += 1;
    }
  }
  return seen >= LEAST;
}

/** Without its direction, which takes long: an angle is not smaller than its sine. */
function mayHide(other: Outlook, one: Outlook): boolean {
  const reach = 1.001 * (other.wide + one.wide) * other.far * one.far;
  return Math.abs(other.dx * one.dy - other.dy * one.dx) <= reach;
}

function turnBetween(a: number, b: number): number {
  const turn = a - b;
  if (turn > Math.PI) return turn - 2 * Math.PI;
  return turn < -Math.PI ? turn + 2 * Math.PI : turn;
}
