import type { Rgb8 } from '../../media/index.ts';
import type { Random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';

export const size = { width: 320, height: 240 };

/** Colours that everybody calls by the same name. */
export const colours: Readonly<Record<string, Rgb8>> = {
  red: [214, 39, 40],
  green: [44, 160, 44],
  blue: [31, 87, 214],
  yellow: [245, 208, 0],
  purple: [142, 68, 173],
  black: [30, 30, 30],
};

/** Outlines in hundredths of the radius; no corners means a circle. Plain numbers: sines differ between machines. */
// biome-ignore format: tables
export const outlines: Readonly<Record<string, readonly (readonly [x: number, y: number])[]>> = {
  circle: [],
  square: [[-82, -82], [82, -82], [82, 82], [-82, 82]],
  triangle: [[0, -95], [98, 75], [-98, 75]],
  diamond: [[0, -100], [70, 0], [0, 100], [-70, 0]],
  cross: [[-33, -95], [33, -95], [33, -33], [95, -33], [95, 33], [33, 33], [33, 95], [-33, 95], [-33, 33], [-95, 33], [-95, -33], [-33, -33]],
  star: [[0, -100], [28, -39], [95, -31], [46, 15], [59, 81], [0, 48], [-59, 81], [-46, 15], [-95, -31], [-28, -39]],
};

export const radius = { small: 15, large: 27 };

export interface DrawnShape {
  /** `circle`, `star` … */
  form: string;
  colour: string;
  size: 'small' | 'large';
  x: number;
  y: number;
}

/** How far two shapes must differ along an axis for "left of" or "above" to be beyond doubt: half a cell of the grid below. */
export const clear = 40;

/** Five to eight shapes, each another pair of form and colour, in cells of a 4 × 3 grid: never touching, in clear rows and columns. */
export function makeScene(random: Random): DrawnShape[] {
  const cells = random.shuffle(Array.from({ length: 12 }, (_, i) => ({ column: i % 4, row: Math.floor(i / 4) })));
  const forms = random.shuffle(Object.keys(outlines)).slice(0, 4);
  const hues = random.shuffle(Object.keys(colours)).slice(0, 4);
  const pairs = random.shuffle(forms.flatMap((form) => hues.map((colour) => ({ form, colour }))));
  const jitter = () => random.int(19) - 9;
  return cells.slice(0, 5 + random.int(4)).map(({ column, row }, i) => ({
    ...at(pairs, i),
    size: random.pick(['small', 'large'] as const),
    x: 80 * column + 40 + jitter(),
    y: 80 * row + 40 + jitter(),
  }));
}

/** @example nameOf(shape) // 'red circle' */
export function nameOf({ colour, form }: DrawnShape): string {
  return `${colour} ${form}`;
}
