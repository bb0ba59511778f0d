import { type LoadOptions, SextantError } from '../contracts/index.ts';
import type { Difficulty } from './family.ts';

/** What each level means, in the family's own arguments; all levels have the same names. */
export type Levels = Readonly<Record<'easy' | 'medium' | 'hard', Difficulty>>;

/** How pictures are taken, at every level: at eye level (or `above`), sharp and without noise. */
const photo: Difficulty = { camera: 'eye', blur: '0', noise: '0' };

/** Levels of a family that photographs places. */
export function withPhoto({ easy, medium, hard }: Levels): Levels {
  return { easy: { ...easy, ...photo }, medium: { ...medium, ...photo }, hard: { ...hard, ...photo } };
}

/** The arguments of a generated data set, parsed. */
export interface Settings {
  seed: number;
  /** Samples in all. */
  count: number;
  difficulty: Difficulty;
}

/** An argument that follows the level. */
const AUTO = 'auto';

/** The arguments of a generated benchmark with their defaults: every one of the family's own follows the level. */
export function defaultArgs(levels: Levels): Record<string, string> {
  const own = Object.keys(levels.medium).map((name) => [name, AUTO]);
  return { count: '120', seed: '1', difficulty: 'medium', ...Object.fromEntries(own) };
}

/**
 * Arguments as people write them, understood.
 * @example readSettings({ count: '20', seed: '7', difficulty: 'hard', objects: 'auto' }, levels, 1)
 */
export function readSettings(args: LoadOptions['args'], levels: Levels, together: number): Settings {
  const level = args.difficulty ?? '';
  if (!isLevel(levels, level)) {
    throw new SextantError('bad_argument', `"${level}" is not a difficulty`, {
      where: `difficulty=${level}`,
      fix: `use one of ${Object.keys(levels).join(', ')}`,
    });
  }
  const own = Object.entries(levels[level]).map(([name, value]) => {
    const given = args[name] ?? AUTO;
    return [name, given === AUTO ? value : given];
  });
  const count = wholeArg(args, 'count', { least: 1, most: 1_000_000 });
  if (count % together !== 0) {
    throw new SextantError('bad_argument', `count=${count} is not a multiple of ${together}`, {
      where: `count=${count}`,
      fix: `every question is asked in ${together} forms: use count=${Math.ceil(count / together) * together}`,
    });
  }
  return {
    seed: wholeArg(args, 'seed', { least: 0, most: 2 ** 32 - 1 }),
    count,
    difficulty: Object.fromEntries(own),
  };
}

/** Seeds outside the range of the argument `seed`: practice questions are never the asked ones. */
export function practiceSettings({ seed, difficulty }: Settings): Settings {
  return { seed: seed + 2 ** 32, count: 240, difficulty };
}

function isLevel(levels: Levels, name: string): name is keyof Levels {
  return Object.hasOwn(levels, name);
}

/** A whole number among arguments, or `bad_argument`. */
export function wholeArg(args: LoadOptions['args'], name: string, range: { least: number; most: number }): number {
  const text = args[name] ?? '';
  const value = Number(text);
  if (/^\d{1,10}$/.test(text) && value >= range.least && value <= range.most) return value;
  throw outside(name, text, 'a whole number', range);
}

/** A number among arguments, or `bad_argument`. */
export function numberArg(args: LoadOptions['args'], name: string, range: { least: number; most: number }): number {
  const text = args[name] ?? '';
  const value = Number(text);
  if (/^\d{1,10}(\.\d{1,6})?$/.test(text) && value >= range.least && value <= range.most) return value;
  throw outside(name, text, 'a number', range);
}

/** One of several words among arguments, or `bad_argument`. */
export function choiceArg<T extends string>(args: LoadOptions['args'], name: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === args[name]);
  if (found !== undefined) return found;
  throw new SextantError('bad_argument', `${name}=${args[name] ?? ''} is none of ${choices.join(', ')}`, {
    where: `${name}=${args[name] ?? ''}`,
    fix: `for example ${name}=${choices[0]}`,
  });
}

function outside(name: string, text: string, what: string, { least, most }: { least: number; most: number }) {
  return new SextantError('bad_argument', `${name}=${text} is not ${what} from ${least} to ${most}`, {
    where: `${name}=${text}`,
    fix: `for example ${name}=${least}`,
  });
}
