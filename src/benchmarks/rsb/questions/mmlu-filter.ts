import type { MmluRow } from './mmlu-files.ts';

/**
 * A text as the authors clean it.
 * @example clean(' and/or \n so ') // 'and or or so'
 */
export function clean(text: string): string {
  return text.trim().replaceAll('/', ' or ').replaceAll('\\', ' ').split(/\s+/).join(' ').trim();
}

/** Whether there is anything to read in it. */
export function isMeaningful(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

const QUESTION_CHARS = 400;
const OPTION_CHARS = 60;

/** Options that speak of other options, by place or letter: once they lie on blocks, nobody knows which are meant. */
const SPEAKS_OF_OTHERS = [
  /^\W*(all|any|both|either|neither|none)( of them)?\W*$/i,
  /\b(all|any|both|each|either|neither|none|some|two)\b.{0,12}\b(above|below|these|options?|answers?|choices|following)\b/i,
  /\b[a-d]\)?,? ?(and|or|nor|&) \(?[a-d]\b/i,
];

/** Options that name statements of the question, or judge them: they mean nothing beside other answers. */
const NAMES_STATEMENTS = [
  /^\W*(I{1,3}|IV|V|[1-4])\b.{0,3}\b(and|only|I|II|III|IV)\b/i,
  /^\W*[1-4](, ?[1-4])+\W*$/,
  /^\W*(true|false|yes|no)\b/i,
];

/** Asks for anything but …, for anything that is true, or says only what it is about: answers to other questions would fit too. */
const OPEN_ENDED = [
  /\b(not|cannot|\p{L}+n[’']t|except|exceptions?|unlike|other than|least|never|wrong|false|incorrect|untrue|odd)\b/iu,
  /\b(true|correct|accurate|valid)\b/i,
  /^\s*([^\s\d?]+\s*){1,3}$/,
];

/** Why rows are not asked, in this order; the first reason that holds is counted. */
export const reasons: readonly [reason: string, holds: (row: MmluRow) => boolean][] = [
  ['not four choices', ({ choices }) => choices.length !== 4],
  ['nothing to read in the question', ({ question }) => !isMeaningful(question)],
  ['nothing to read in the answer', ({ choices, answer }) => !isMeaningful(choices[answer] ?? '')],
  // Cleaning would turn 1/2 into "1 or 2".
  ['a slash, which cleaning would change', ({ question, choices }) => /[/\\]/.test([question, ...choices].join(' '))],
  [`a question longer than ${QUESTION_CHARS} characters`, ({ question }) => question.trim().length > QUESTION_CHARS],
  [
    `an option longer than ${OPTION_CHARS} characters`,
    ({ choices }) => choices.some((choice) => choice.trim().length > OPTION_CHARS),
  ],
  ['an option that speaks of others', ({ choices }) => choices.some((choice) => matches(SPEAKS_OF_OTHERS, choice))],
  ['options that name statements', ({ choices }) => choices.some((choice) => matches(NAMES_STATEMENTS, choice))],
  ['a question that many answers fit', ({ question }) => matches(OPEN_ENDED, question)],
  ['an option that is a letter', ({ choices }) => choices.some((choice) => /^\s*[a-z]\s*$/i.test(choice))],
];

function matches(patterns: readonly RegExp[], text: string): boolean {
  return patterns.some((pattern) => pattern.test(text));
}
