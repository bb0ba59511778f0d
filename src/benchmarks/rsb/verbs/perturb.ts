import { type CollectOrder, SextantError } from '../../../contracts/index.ts';

export type Perturbing = NonNullable<CollectOrder['recording']['perturb']>;

/** What can be disturbed, how much of it unless a number says, and the most that makes sense. */
const troubles = {
  start: { field: 'start', usual: 0.1, most: 0.3, isWhole: false },
  push: { field: 'pushes', usual: 1, most: 5, isWhole: true },
  nudge: { field: 'nudges', usual: 1, most: 3, isWhole: true },
} as const;

const nothing: Perturbing = { start: 0, pushes: 0, nudges: 0 };

/**
 * How the expert is disturbed; all of it unless a list says what.
 * @example perturbOf('start=0.2+push') // { start: 0.2, pushes: 1, nudges: 0 }
 */
export function perturbOf(text: string | true): Perturbing {
  const parts = text === true ? Object.keys(troubles) : text.split('+');
  return Object.assign({}, nothing, ...parts.map(partOf));
}

function partOf(part: string): Partial<Perturbing> {
  const [name = '', value] = part.split('=');
  const trouble = Object.entries(troubles).find(([known]) => known === name)?.[1];
  const amount = value === undefined ? trouble?.usual : Number(value);
  const isGood = trouble && amount !== undefined && amount > 0 && amount <= trouble.most;
  if (isGood && (!trouble.isWhole || Number.isInteger(amount))) return { [trouble.field]: amount };
  throw new SextantError('bad_argument', `${part} is nothing that can be disturbed, or not so much`, {
    where: '--perturb',
    fix: 'join some of start=0.1 (radians, up to 0.3), push=1 (times, up to 5), nudge=1 (times, up to 3) with +',
  });
}
