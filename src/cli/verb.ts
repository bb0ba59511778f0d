import { type Argument, Command, InvalidArgumentError, type Option } from 'commander';
import { didYouMean } from '../util/index.ts';

/**
 * A verb with what every verb has: an example and `--json`.
 * @example verb('report', 'tables of runs', ['sextant report runs/a'])
 */
export function verb(name: string, about: string, examples: readonly string[]): Command {
  return new Command(name)
    .description(about)
    .option('--json', 'JSON on stdout for machines; words for people stay on stderr')
    .addHelpText('after', `\nExample:\n${examples.map((line) => `  ${line}`).join('\n')}`);
}

/** Parsers for options; what they throw is shown as a usage error. */
export const number =
  (least: number, most = Number.MAX_VALUE) =>
  (text: string) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value) || value < least || value > most) {
      throw new InvalidArgumentError(
        most === Number.MAX_VALUE
          ? `expected a number, at least ${least}`
          : `expected a number from ${least} to ${most}`,
      );
    }
    return value;
  };

export const whole = (least: number, most?: number) => (text: string) => {
  const value = number(least, most)(text);
  if (!Number.isSafeInteger(value)) throw new InvalidArgumentError('expected a whole number');
  return value;
};

/** Where a server listens. */
export const port = whole(0, 65_535);

/** Where only certain words are allowed, a misspelt one is answered with the nearest. */
export function suggestChoices(taker: Argument | Option): void {
  const { argChoices: choices, variadic } = taker;
  if (!choices || variadic) return;
  taker.argParser((word: string) => {
    if (choices.includes(word)) return word;
    const { fix } = didYouMean(word, choices);
    const guess = fix === undefined ? '' : `\n(D${fix.slice(1)})`;
    throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.${guess}`);
  });
}

/** A value, or `default` for "leave it to the server". */
export const orDefault = (parse: (text: string) => number) => (text: string) =>
  text === 'default' ? null : parse(text);

export const wholeOrAuto = (text: string) => (text === 'auto' ? text : whole(1)(text));
