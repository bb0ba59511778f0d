/**
 * Instructions of the training halves with their right labels, as numbers that a network reads.
 * npx node scripts/write-training-texts.ts words arithmetic /tmp/words.json [--source gsm8k/]
 * npx node scripts/write-training-texts.ts texts rsb-math-4 train 0 1000 /tmp/words.json 160 /tmp/math-4.0 [--source gsm8k/]
 * A row is the right label, six digits of the answer, six of each of ten options, and the words; see `rowOf`.
 */

import { closeSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import {
  allInstructions,
  type InstructionOptions,
  placeholders,
  templates,
} from '../src/benchmarks/rsb/instructions.ts';
import { allDirectInstructions } from '../src/benchmarks/rsb/instructions-direct.ts';
import { type AssembledQuestion, assemble } from '../src/benchmarks/rsb/questions/assemble.ts';
import { openQuestions } from '../src/benchmarks/rsb/questions/open.ts';
import { type Suite, suites } from '../src/benchmarks/rsb/suites.ts';
import { encodeText } from '../src/contestants/onnx/encode.ts';
import { type Random, random } from '../src/stats/index.ts';
import { at } from '../src/util/index.ts';

const LABELS = [...'ABCDEFGHIK'];
const COLOURS = ['red', 'green', 'blue', 'yellow'];
/** Of the rows of a question: so many ask it in the benchmark's wordings for training, and so many between words in any order. */
const ASKED = 4;
const MIXED = 2;
const DIGITS = 6;
const BLANK = 10;
const NO_NUMBER = 11;
/** A word that fewer questions have is not known. */
const LEAST = 3;

const { positionals, values } = parseArgs({ allowPositionals: true, options: { source: { type: 'string' } } });
const [verb, ...rest] = positionals;
if (verb === 'words') await writeWords(rest);
else await writeTexts(rest);

/** All words of these questions and of what surrounds them; `fillers` are those that only surround. */
async function writeWords([families = '', out = '']: string[]): Promise<void> {
  const counts = new Map<string, number>();
  const around = new Set<string>();
  const count = (text: string) => {
    for (const word of new Set(wordsOf(text))) counts.set(word, (counts.get(word) ?? 0) + 1);
  };
  const chosen = suites.filter(({ source }) => families.split(',').includes(source));
  for (const suite of chosen) {
    const source = await questionsOf(suite, 'train');
    for (let index = 0; index < Math.min(source.size, 10_000); index += 1) {
      const { text, options } = assemble({ suite, source, index });
      count(`${text} ${Object.values(options).join(' ')}`);
    }
    for (const template of templates[suite.source][suite.blocks].seen)
      for (const word of wordsOf(template)) around.add(word);
    const about = told(
      suite,
      { text: '', options: Object.fromEntries(suite.labels.map((label) => [label, ''])), answer: 'A', id: '' },
      random('words'),
    );
    for (const kind of ['direct', 'named'] as const)
      for (const line of allDirectInstructions({ ...about, kind, split: 'seen' }, 10))
        for (const word of wordsOf(line)) around.add(word);
  }
  const asked = new Set([...counts].filter(([, times]) => times >= LEAST).map(([word]) => word));
  const always = [...LABELS, ...COLOURS, ...'0123456789.,:;?', 'block', 'is', 'the'];
  const words = [...new Set([...asked, ...around, ...always])].sort();
  const fillers = [...around].filter((word) => /^[A-Za-z]+$/.test(word) && !asked.has(word) && !always.includes(word));
  writeFileSync(out, `${JSON.stringify({ words, fillers: fillers.sort() })}\n`);
}

async function writeTexts([id, split, from, to, wordsFile = '', lengthText, out = '']: string[]): Promise<void> {
  const suite = suites.find((each) => each.id === id);
  if (!suite || (split !== 'train' && split !== 'test')) throw new Error('name a suite, and train or test');
  const { words, fillers } = z
    .object({ words: z.array(z.string()), fillers: z.array(z.string()) })
    .parse(JSON.parse(readFileSync(wordsFile, 'utf8')));
  const length = Number(lengthText);
  const source = await questionsOf(suite, split);
  const file = openSync(`${out}.part`, 'w');
  let longest = 0;
  for (let index = Number(from); index < Math.min(Number(to), source.size); index += 1) {
    const question = assemble({ suite, source, index });
    const dice = random('training texts', suite.id, split, index);
    const texts =
      split === 'train' ? trainingTexts(suite, question, fillers, dice) : askedBy(suite, question, 'unseen', 1, dice);
    for (const text of texts) {
      longest = Math.max(longest, wordsOf(text).length);
      const tokens = encodeText(text, { is: 'text', tokenizer: 'words', words, length });
      writeSync(file, new Uint8Array(rowOf(question, tokens).buffer));
    }
  }
  closeSync(file);
  renameSync(`${out}.part`, `${out}.u16`);
  console.log(`${out}: longest text ${longest} words`);
}

function questionsOf({ source: kind }: Suite, split: 'train' | 'test') {
  return openQuestions({ kind, split, ...(values.source === undefined ? {} : { path: values.source }) });
}

function told(
  suite: Suite,
  { text, options, answer }: AssembledQuestion,
  dice: Random,
): InstructionOptions & { answer: string } {
  const dealt = dice.shuffle(COLOURS);
  const colours = Object.fromEntries(
    suite.labels.map((label, i) => [label, suite.blocks === 4 ? at(dealt, i) : 'white']),
  );
  return { suite, question: text, options, colours, answer, seed: dice.int(2 ** 31), split: 'seen' };
}

function askedBy(
  suite: Suite,
  question: AssembledQuestion,
  split: 'seen' | 'unseen',
  count: number,
  dice: Random,
): string[] {
  return allInstructions({ ...told(suite, question, dice), split }, count);
}

/** Eight rows: asked as in training and in any order, told the answer, told the block. */
function trainingTexts(suite: Suite, question: AssembledQuestion, fillers: readonly string[], dice: Random): string[] {
  const direct = (kind: 'direct' | 'named') => allDirectInstructions({ ...told(suite, question, dice), kind }, 1);
  return [
    ...askedBy(suite, question, 'seen', ASKED, dice),
    ...Array.from({ length: MIXED }, () => mixed(suite, question, fillers, dice)),
    ...direct('named'),
    ...direct('direct'),
  ];
}

/** Question, options and what the blocks mean in any order, with any words between: how it is asked shall not matter. */
function mixed(suite: Suite, question: AssembledQuestion, fillers: readonly string[], dice: Random): string {
  const parts = dice.shuffle(Object.values(placeholders(told(suite, question, dice))));
  const between = () => {
    const few = Array.from({ length: dice.int(9) }, () => (dice.int(3) === 0 ? 'unheard' : dice.pick(fillers)));
    return few.length > 0 ? `${few.join(' ')}${dice.pick(['.', ':', ',', ''])}` : '';
  };
  return [between(), ...parts.flatMap((part) => [part + dice.pick(['.', '', ',', ':']), between()])].join(' ');
}

function rowOf({ options, answer }: AssembledQuestion, tokens: readonly number[]): Uint16Array {
  const digits = [options[answer], ...LABELS.map((label) => options[label])];
  return Uint16Array.from([LABELS.indexOf(answer), ...digits.flatMap(digitsOf), ...tokens]);
}

/** The last digit first, then blanks. @example digitsOf('407') // [7, 0, 4, 10, 10, 10] */
function digitsOf(text: string | undefined): number[] {
  if (text === undefined) return Array.from({ length: DIGITS }, () => BLANK);
  if (!/^\d{1,6}$/.test(text)) return Array.from({ length: DIGITS }, () => NO_NUMBER);
  const digits = [...text].reverse().map(Number);
  return Array.from({ length: DIGITS }, (_, i) => digits[i] ?? BLANK);
}

function wordsOf(text: string): string[] {
  return text.replace(/\{[A-Z]\}/g, ' ').match(/[A-Za-z]+|[0-9]|[^\sA-Za-z0-9]/gu) ?? [];
}
