import type { Answer, AnswerSpace } from '../../contracts/index.ts';
import { at } from '../../util/index.ts';
import type { Guesser } from './baselines.ts';

/** Where pointing is asked for, the picture is divided into so many columns and rows. */
const GRID = { columns: 8, rows: 6 };

interface RuleTally {
  tried: number;
  right: number;
}

/**
 * Never looks at a picture. From questions of the same make it learns which word goes with which answer: the letter that is right
 * most often, the option that is, the longest one, the largest number, the place in the picture. Each is a rule "when the question
 * has this word, answer so"; of the rules that apply, it follows the one that it can rely on most.
 * Without anything to learn from it takes the first option, or the middle of the picture.
 */
export function wordRules(): Guesser {
  const rules = new Map<string, RuleTally>();
  return {
    learn({ text, space, truth }) {
      const all = candidates(space, truth);
      for (const word of wordsOf(text)) {
        for (const { traits, isRight } of all) for (const trait of traits) count(rules, `${word} ${trait}`, isRight);
      }
    },
    choose({ space }, { text }) {
      const words = wordsOf(text);
      let best: { answer: Answer; trust: number } | undefined;
      for (const { traits, answer } of candidates(space)) {
        const trusts = words.flatMap((word) => traits.map((trait) => reliable(rules.get(`${word} ${trait}`))));
        const trust = Math.max(...trusts);
        if (!best || trust > best.trust) best = { answer, trust };
      }
      return best?.answer ?? null;
    },
  };
}

/** Distinct words, each two that follow each other, and the empty one that every text has. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z0-9.]+/g) ?? [];
  return [...new Set(['', ...words, ...words.slice(1).map((word, i) => `${words[i]} ${word}`)])];
}

interface BlindCandidate {
  answer: Answer;
  /** What can be said of it without looking. */
  traits: string[];
  isRight: boolean;
}

/** Everything that may be answered. */
function candidates(space: AnswerSpace, truth?: Answer): BlindCandidate[] {
  const { choices, size } = space;
  if (choices) {
    const letters = Object.keys(choices);
    const options = Object.values(choices);
    return letters.map((letter, i) => ({
      answer: { answer: letter },
      traits: [`letter ${letter}`, `option ${options[i]}`, ...ranks(options, i)],
      isRight: truth !== undefined && 'answer' in truth && truth.answer === letter,
    }));
  }
  return size ? cells(size, truth) : [];
}

/** Its place among the options by length, and by the first number in it. */
function ranks(options: readonly string[], i: number): string[] {
  const rank = (of: (option: string) => number) => {
    const own = of(at(options, i));
    const [less, same] = [options.filter((option) => of(option) < own), options.filter((option) => of(option) === own)];
    return same.length > 1 || Number.isNaN(own) ? [] : [less.length];
  };
  const number = (option: string) => Number(/\d+(\.\d+)?/.exec(option)?.[0] ?? Number.NaN);
  return [...rank((option) => option.length).map((at) => `length ${at}`), ...rank(number).map((at) => `number ${at}`)];
}

function cells({ width, height }: { width: number; height: number }, truth?: Answer): BlindCandidate[] {
  const { columns, rows } = GRID;
  const [point] = truth && 'points' in truth ? truth.points : [];
  const [x = -1, y = -1] = point && 'box' in point ? point.box : (point ?? []);
  // Nearest to the middle first: it is what is left where nothing was learned.
  const order = Array.from({ length: columns * rows }, (_, cell) => cell).sort((a, b) => far(a) - far(b));
  return order.map((cell) => {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    const at = [Math.floor(((column + 0.5) * width) / columns), Math.floor(((row + 0.5) * height) / rows)] as const;
    const isRight = Math.floor((x * columns) / width) === column && Math.floor((y * rows) / height) === row;
    return { answer: { points: [[at[0], at[1]]] }, traits: [`cell ${cell}`], isRight };
  });
}

function far(cell: number): number {
  const [column, row] = [cell % GRID.columns, Math.floor(cell / GRID.columns)];
  return (column + 0.5 - GRID.columns / 2) ** 2 + (row + 0.5 - GRID.rows / 2) ** 2;
}

function count(rules: Map<string, RuleTally>, rule: string, isRight: boolean): void {
  const tally = rules.get(rule) ?? { tried: 0, right: 0 };
  tally.tried += 1;
  if (isRight) tally.right += 1;
  rules.set(rule, tally);
}

/** How often a rule is right at least, as far as one can tell: Wilson's lower bound, one standard deviation. */
function reliable(tally: RuleTally | undefined): number {
  if (!tally) return 0;
  const { tried, right } = tally;
  const share = right / tried;
  const middle = share + 1 / (2 * tried);
  return (middle - Math.sqrt((share * (1 - share)) / tried + 1 / (4 * tried * tried))) / (1 + 1 / tried);
}
