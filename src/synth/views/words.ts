import { cos, sin } from '../../geometry/index.ts';
import { type Flat, length } from './directions.ts';

/** Whether something is so, is not so, or is too close to call. */
export type WordVerdict = 'yes' | 'no' | 'unsure';

/**
 * Whether a direction is what a word says, where `north` is north, or straight ahead: by `slack` degrees, or not by as much.
 * @example wordHolds('Rear left', [-1, -1], [0, 1], 10) // 'yes'
 */
export function wordHolds(
  word: string,
  direction: Flat,
  north: Flat,
  slack: number,
  /** `quarter`: between the words beside it. `half`: a single word means one of two sides. */
  share: 'quarter' | 'half' = 'quarter',
): WordVerdict {
  const size = length(direction);
  const ahead = (direction[0] * north[0] + direction[1] * north[1]) / size;
  const right = (direction[0] * north[1] - direction[1] * north[0]) / size;
  const hour = /^(\d+) o'clock$/.exec(word)?.[1];
  if (hour !== undefined) {
    const angle = (Number(hour) * Math.PI) / 6;
    return beyond(cos(angle) * ahead + sin(angle) * right, cos(radians(45)), radians(slack));
  }
  const along = sense(word, /front|north|forward|away/i, /rear|behind|south|back|toward/i);
  const across = sense(word, /right|east/i, /left|west/i);
  if (along === 0 && across === 0) return 'unsure';
  if (share === 'half') return over(along * ahead + across * right, sin(radians(slack)));
  // Both axes: on the right side of each. One axis: closer to it than to the other, which is the same a half quarter further on.
  if (along !== 0 && across !== 0)
    return both(over(along * ahead, sin(radians(slack))), over(across * right, sin(radians(slack))));
  const main = along === 0 ? across * right : along * ahead;
  const other = along === 0 ? ahead : right;
  const limit = sin(radians(slack)) * Math.SQRT2;
  return both(over(main - other, limit), over(main + other, limit));
}

function over(value: number, limit: number): WordVerdict {
  return value >= limit ? 'yes' : value <= -limit ? 'no' : 'unsure';
}

function both(a: WordVerdict, b: WordVerdict): WordVerdict {
  if (a === 'no' || b === 'no') return 'no';
  return a === 'yes' && b === 'yes' ? 'yes' : 'unsure';
}

/** Whether the angle with this cosine is smaller than the one with that cosine, by an angle. */
function beyond(cosine: number, limit: number, slack: number): WordVerdict {
  const side = Math.sqrt(1 - limit * limit);
  if (cosine >= limit * cos(slack) + side * sin(slack)) return 'yes';
  return cosine <= limit * cos(slack) - side * sin(slack) ? 'no' : 'unsure';
}

function sense(word: string, plus: RegExp, minus: RegExp): -1 | 0 | 1 {
  return plus.test(word) ? 1 : minus.test(word) ? -1 : 0;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
