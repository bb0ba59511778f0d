import { type Random, random } from '../../../stats/index.ts';
import { ladder } from './ladder.ts';

/** Another name whenever the same row gives other options. */
export const distractorRule = 'rsb-word-numbers-1';

export interface NumberAnswer {
  value: number;
  /** Whether thousands are set off by commas. */
  grouped: boolean;
}

/**
 * A whole number as GSM8K writes it, or undefined.
 * @example parseNumber('-1,250') // { value: -1250, grouped: true }
 */
export function parseNumber(text: string): NumberAnswer | undefined {
  const grouped = /^-?\d{1,3}(,\d{3})+$/.test(text);
  if (!grouped && !/^-?\d+$/.test(text)) return undefined;
  const value = Number(text.replaceAll(',', ''));
  return Number.isSafeInteger(value) ? { value, grouped } : undefined;
}

/**
 * Wrong answers to a word problem. Half of the options form a ladder around the answer, the others one around a number that is
 * met on the way to it: who stops early and who is a little off both find their number, and neither its place nor its roundness
 * tells which one is right.
 * @example wordDistractors('72', 'half of it is <<48/2=24>>24 …', 4, 'test/0') // for example ['74', '24', '21']
 */
export function wordDistractors(answer: string, solution: string, choices: number, id: string): string[] {
  const number = parseNumber(answer);
  if (!number) throw new RangeError(`"${answer}" is no whole number`);
  const stream = random(distractorRule, id, choices);
  const value = Math.abs(number.value);
  const near = (at: number, count: number, taken: readonly number[]) =>
    ladder(at, { count, gaps: gapsOf(at, stream), least: Math.min(1, value), taken: new Set(taken), random: stream });

  const decoy = pickDecoy(value, solution, stream);
  const own = near(value, decoy === undefined ? choices : Math.ceil(choices / 2), [decoy ?? value]);
  const others = decoy === undefined ? [] : [decoy, ...near(decoy, Math.floor(choices / 2), [value, ...own])];
  return [...own, ...others].map((option) => write(number.value < 0 ? -option : option, number.grouped));
}

/** A result on the way to the answer that is of its size, if there is one. */
function pickDecoy(value: number, solution: string, stream: Random): number | undefined {
  const results = [...solution.matchAll(/<<[^<>]*=([\d,]+)>>/g)].map(([, text = '']) => parseNumber(text)?.value ?? 0);
  const close = [...new Set(results)].filter((n) => n > 0 && n !== value && n <= 4 * value && value <= 4 * n);
  return close.length > 0 ? stream.pick(close) : undefined;
}

/**
 * Neighbours that are as round as the number itself, mostly: next to 1,200 stands 1,300 rather than 1,201. Not always, because
 * numbers that happen to be round must not be told by their rounder neighbours either.
 */
function gapsOf(number: number, stream: Random): number[] {
  let step = 1;
  for (
    let factor = 5;
    number > 0 && number % (step * factor) === 0 && stream.next() < 0.7;
    factor = factor === 5 ? 2 : 5
  )
    step *= factor;
  return [1, 2, 3, 5, 10].map((times) => times * step);
}

function write(value: number, grouped: boolean): string {
  return grouped ? value.toLocaleString('en-US') : String(value);
}
