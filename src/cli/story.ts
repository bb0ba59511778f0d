import type { Extraction, Sample, ShownSample, UnitResult } from '../contracts/index.ts';
import type { ScoredRun } from '../engine/index.ts';
import { BAR_LEGEND, intervalBar, isAboveChance, oneLine, scoreWords, wrap } from '../report/index.ts';
import { at, count, plural } from '../util/index.ts';

/** What an ability is, for somebody who has never heard of it. */
const abilities: Readonly<Record<string, { title: string; asks: string }>> = {
  point: { title: 'Pointing', asks: 'Can it point to the place that the words describe?' },
  views: { title: 'Relating views', asks: 'Can it tell how pictures of one place belong together?' },
  motion: { title: 'Following motion', asks: 'Can it tell how the camera and things move in a clip?' },
  act: { title: 'Acting', asks: 'Does the robot fetch the block that it is asked for?' },
};

/** Who plays, each in a word. */
const contestants: Readonly<Record<string, string>> = {
  'baseline/random': 'guesses',
  'baseline/blind': 'reads, never looks',
  'baseline/oracle': 'told the answers',
  'policy/random': 'moves at random',
  'policy/nearest': 'takes the nearest',
  'policy/expert-random': 'skilled, but guesses',
  'policy/expert': 'told the answers',
  'reference/point': 'learned to point',
  'reference/pick': 'reads only letters',
};

/** What a tour is going to tell, before the first run. */
export function opening(questions: number): string {
  return `Four abilities, one after the other, on questions made on the spot: ${questions} of each, half as many for the robot. Some contestants guess, some have learned, and one is told the answers. It takes less than two minutes on two idle cores. Stopped with Ctrl-C, the same command continues.`;
}

export interface Chapter {
  ability: string;
  /** 1-based, and of how many. */
  number: number;
  of: number;
  runs: readonly ScoredRun[];
  /** A question that everybody was asked. */
  example: Sample | undefined;
}

interface StoryStyle {
  width: number;
  bold(text: string): string;
}

/** One ability as a short story: what it is, one question of it, who answered what, and what everybody came to. */
export function tellChapter({ ability, number, of, runs, example }: Chapter, { width, bold }: StoryStyle): string {
  const { title, asks } = abilities[ability] ?? { title: ability, asks: '' };
  const benchmark = runs[0]?.benchmark;
  const shown = benchmark && example ? benchmark.show(example) : undefined;
  const names = runs.map(({ run }) => run.spec.model.id);
  const words = names.map((name) => contestants[name.replace(/:.*/, '')] ?? '');
  const [nameWidth, wordWidth] = [longest(names), longest(words)];
  const answers = runs.map(({ units }) =>
    answerWords(
      units.find(({ id }) => id === example?.id),
      shown,
    ),
  );
  const scores = runs.map(({ summary: { metrics } }) => scoreWords(metrics[0]));
  const barWidth = Math.max(10, Math.min(40, width - nameWidth - wordWidth - longest(scores) - 8));
  const line = (at: number, text: string) =>
    `  ${names[at]?.padEnd(nameWidth)}  ${words[at]?.padEnd(wordWidth)}  ${text}`;
  return [
    `${bold(`${number} of ${of}  ${title}`)}  ${asks}`,
    '',
    ...(shown ? [...question(shown, width), ...answers.map((answer, at) => line(at, answer)), ''] : []),
    `  All ${plural(at(runs, 0).units.length, 'question')}, 0 to 100 (${BAR_LEGEND}):`,
    ...runs.map(({ summary: { metrics } }, at) => line(at, `${intervalBar(metrics[0], barWidth)}  ${scores[at]}`)),
    '',
    '',
  ].join('\n');
}

function longest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(({ length }) => length));
}

/** A question in words: what is shown, asked, and to choose from. */
function question({ question, told, choices = {}, pictures = [], clips = [] }: ShownSample, width: number): string[] {
  const seen = [
    ...(pictures.length > 0 ? [plural(pictures.length, 'picture')] : []),
    ...(clips.length > 0 ? [plural(clips.length, 'clip')] : []),
  ];
  const options = Object.entries(choices).map(([letter, text]) => named(letter, text));
  const text = `“${oneLine(told ?? question)}”${seen.length > 0 ? ` (${seen.join(', ')})` : ''}`;
  return [text, ...(options.length > 0 ? [options.join(' · ')] : [])].flatMap((part, at) =>
    wrap(oneLine(part), width - 4).map((line) => (at === 0 ? `  ${line}` : `    ${line}`)),
  );
}

/** @example 'B, left of the chair: right' */
function answerWords(unit: UnitResult | undefined, shown: ShownSample | undefined): string {
  if (!unit) return 'was not asked';
  const verdict = unit.score === null ? unit.outcome : unit.score >= 1 ? '✓' : unit.score > 0 ? 'partly' : '✗';
  return oneLine(`${said(unit.extraction, shown?.choices ?? {})} ${verdict}`);
}

function said(extraction: Extraction | null, choices: Readonly<Record<string, string>>): string {
  if (extraction === null || 'error' in extraction) return 'nothing that could be read';
  if ('points' in extraction) {
    const [mark] = extraction.points;
    if (mark === undefined) return 'no point';
    const [x, y] = 'box' in mark ? mark.box : mark;
    const others = extraction.points.length - 1;
    return `(${Math.round(x)}, ${Math.round(y)})${others > 0 ? ` and ${count(others)} more` : ''}`;
  }
  if (extraction.answer === null) return 'nothing';
  const option = choices[String(extraction.answer)];
  return option === undefined ? String(extraction.answer) : named(String(extraction.answer), option);
}

/** An option with its letter, where it does not say it itself: `A left of the chair`, but `block A`. */
function named(letter: string, option: string): string {
  return option.split(' ').includes(letter) ? option : `${letter} ${option}`;
}

/** One sentence of what all of it shows, true of these numbers whatever they are. */
export function moral(runs: readonly ScoredRun[]): string {
  const told = runs.filter(({ summary }) => summary.readsTruth);
  const whole = told.filter(({ summary }) => summary.metrics[0]?.value === 1).length;
  const others = runs.filter(({ summary }) => !summary.readsTruth);
  const judged = others.map(({ summary }) => isAboveChance(summary.metrics[0])).filter((above) => above !== undefined);
  const guesses = judged.filter((above) => !above).length;
  const reach = whole === told.length ? 'reaches 100 everywhere' : `reaches 100 in ${whole} of ${told.length} runs`;
  return `A contestant that is told the answers ${reach}, and ${guesses} of the ${judged.length} that guess are no better than chance. Anything in between has to be earned by looking.`;
}
