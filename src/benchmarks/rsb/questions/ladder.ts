import type { Random } from '../../../stats/index.ts';

export interface LadderOptions {
  /** How many numbers there shall be in all. */
  count: number;
  /** How far neighbours may be apart, each as likely as it is often here. */
  gaps: readonly number[];
  /** No number is smaller. */
  least: number;
  /** Numbers that are used already. */
  taken?: ReadonlySet<number>;
  random: Random;
}

/**
 * The other numbers of a ladder in which `number` stands on any rung alike and all gaps are drawn alike: nothing in the list
 * tells which one was meant. (Numbers scattered around the answer give it away: it is the one in the middle.)
 * @example ladder(58, { count: 4, gaps: [1, 2, 10], least: 1, random: random(7) }) // for example [48, 60, 70]
 */
export function ladder(number: number, { count, gaps, least, taken, random }: LadderOptions): number[] {
  const climb = (steps: number, sign: 1 | -1): number[] => {
    const rungs: number[] = [];
    for (let at = number; rungs.length < steps; ) {
      at += sign * random.pick(gaps);
      if (!taken?.has(at)) rungs.push(at);
    }
    return rungs;
  };
  const unit = Math.min(...gaps);
  const room: number[] = [];
  for (let at = number - unit; at >= least && room.length < 10 * count; at -= unit) if (!taken?.has(at)) room.push(at);
  const below = random.int(Math.min(count, room.length + 1));
  const lower = climb(below, -1);
  // Small numbers have little room below them; what does not fit is drawn from all there is.
  const fits = lower.every((rung) => rung >= least);
  return [...(fits ? lower : random.shuffle(room).slice(0, below)), ...climb(count - 1 - below, 1)];
}
