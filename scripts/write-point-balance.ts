// Writes src/synth/point/balance-table.ts: how readily a word is used in each part of a picture, so that all parts are right equally
// often whatever the words. Counts, weighs, and counts again, from the table as it is. Usage: node scripts/write-point-balance.ts [rounds] [scenes] [first round]

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Renderer } from '../src/sim/index.ts';
import { random } from '../src/stats/index.ts';
import { type Balance, GRID, table } from '../src/synth/point/balance-table.ts';
import { drawDraft } from '../src/synth/point/draft.ts';
import type { Question } from '../src/synth/point/question.ts';
import { splits, wishFor } from '../src/synth/point/wish.ts';
import { settings } from '../src/synth/scene/index.ts';

const file = join(import.meta.dirname, '../src/synth/point/balance-table.ts');
const [rounds = 8, scenes = 1500, first = 0] = process.argv.slice(2).map(Number);
const SEED = 'balance';
const size = { width: 320, height: 240 };
const { columns, rows } = GRID;
/** Every so many pixels are looked at. */
const STRIDE = 4;
/** How far each round goes, and how far weights may go. */
const PACE = 0.4;
const MOST = 40;

interface Count {
  questions: number;
  share: number;
  /** How many right answers there are in each cell: the sum of the parts of it that they cover. */
  cells: number[];
}

/** Words, by what the table calls them, that are true of the mirror image. */
const mirrored: Readonly<Record<string, string>> = {
  leftmost: 'rightmost',
  'to the left of': 'to the right of',
  'early from the left': 'early from the right',
};
const mirrorOf = (word: string) =>
  Object.entries(mirrored).flatMap(([a, b]) => (a === word ? [b] : b === word ? [a] : []))[0] ?? word;

/** What a question asks by, read from its text. */
function wordOf({ split, object }: Question): string {
  if (split === 'placement')
    return (
      /^the free space (?:immediately )?(between|behind|in front of|to the left of|to the right of|on top of|on the)/.exec(
        object,
      )?.[1] ?? ''
    );
  const row = /^the (\w+) [a-z ]+? from the (left|right) in the row/.exec(object);
  if (row && !object.includes('that is'))
    return ['first', 'second'].includes(row[1] ?? '') ? `early from the ${row[2]}` : 'late in the row';
  const relation =
    /that is (to the left of|to the right of|in front of|behind|closest to the camera|closest to|farthest|between|on top of)/;
  const found = /^the (leftmost|rightmost) /.exec(object)?.[1] ?? relation.exec(object)?.[1] ?? '';
  return found === 'closest to the camera' ? 'closest' : found;
}

function countAll(round: number): Map<string, Count> {
  const renderer = new Renderer();
  const counts = new Map<string, Count>();
  for (let scene = 0; scene < scenes; scene += 1) {
    const setting = settings[scene % settings.length];
    if (!setting) continue;
    const about = { setting, objects: 10, demands: { visible: 0.6, margin: 1 }, size };
    const draw = (attempt: number): Question[] => {
      const wishes = [0, 1, 2, 3].map((i) => wishFor(4 * scene + i, 4, round, attempt));
      const seed = [SEED, round, scene, attempt];
      const draft = drawDraft(renderer, { ...about, seed }, wishes, random(...seed));
      return typeof draft === 'string' ? draw(attempt + 1) : draft.questions;
    };
    for (const question of draw(0)) {
      const word = wordOf(question);
      add(counts, `${question.split} ${word}`, question.mask, false);
      add(counts, `${question.split} ${mirrorOf(word)}`, question.mask, true);
      for (const isMirrored of [false, true]) add(counts, `${question.split} ${setting}`, question.mask, isMirrored);
    }
  }
  return counts;
}

function add(counts: Map<string, Count>, key: string, mask: Uint8Array, isMirrored: boolean): void {
  const count = counts.get(key) ?? { questions: 0, share: 0, cells: Array.from({ length: columns * rows }, () => 0) };
  counts.set(key, count);
  count.questions += 1;
  count.share += mask.reduce((sum, value) => sum + value, 0) / 255 / mask.length;
  const [wide, high] = [size.width / columns, size.height / rows];
  for (let v = 2; v < size.height; v += STRIDE) {
    for (let u = 2; u < size.width; u += STRIDE) {
      if (!mask[v * size.width + u]) continue;
      const column = Math.floor((isMirrored ? size.width - 1 - u : u) / wide);
      const cell = Math.floor(v / high) * columns + column;
      count.cells[cell] = (count.cells[cell] ?? 0) + (STRIDE * STRIDE) / (wide * high);
    }
  }
}

function bounded(weight: number): number {
  return Math.min(MOST, Math.max(1 / MOST, weight));
}

function update({ columns: across, rows: along }: Balance, { share, cells }: Count): void {
  const step = (weights: number[], wanted: number, hits: (n: number) => number) => {
    // Some hits more on both sides: few questions tell little.
    weights.forEach((weight, n) => {
      weights[n] = weight * ((wanted + 4) / (hits(n) + 4)) ** PACE;
    });
    const mean = weights.reduce((product, weight) => product * weight, 1) ** (1 / weights.length);
    weights.forEach((weight, n) => {
      weights[n] = bounded(weight / mean);
    });
  };
  const sum = (isIn: (cell: number) => boolean) =>
    cells.reduce((total, hits, cell) => total + (isIn(cell) ? hits : 0), 0);
  step(across, rows * share, (n) => sum((cell) => cell % columns === n));
  step(along, columns * share, (n) => sum((cell) => Math.floor(cell / columns) === n));
}

/** How much better than chance the best place is for those who know the word: 1 is perfect. Few hits are uncertain. */
function report(counts: Map<string, Count>): void {
  for (const [key, { questions, share, cells }] of [...counts].sort()) {
    const by = (n: number, of: (cell: number) => number) =>
      Array.from({ length: n }, (_, i) => {
        const own = cells.filter((_, cell) => of(cell) === i);
        return (own.reduce((a, b) => a + b, 0) / own.length / share).toFixed(2);
      }).join(' ');
    const acrossText = by(columns, (cell) => cell % columns);
    console.log(`${key} (${questions}): ${acrossText} | ${by(rows, (cell) => Math.floor(cell / columns))}`);
  }
}

for (let round = 0; round < rounds; round += 1) {
  const counts = countAll(first + round);
  console.log(`round ${round}`);
  report(counts);
  for (const [key, count] of counts) {
    const ones = (n: number) => Array.from({ length: n }, () => 1);
    table[key] ??= { often: 1, columns: ones(columns), rows: ones(rows) };
    update(table[key], count);
  }
  // Words that are often true should not be all that is asked by.
  for (const split of splits) {
    const words = [...counts].filter(([key]) => key.startsWith(split) && !settings.some((each) => key.endsWith(each)));
    const mean = words.reduce((sum, [, { questions }]) => sum + questions, 0) / words.length;
    for (const [key, { questions }] of words) {
      const balance = table[key];
      if (balance) balance.often = bounded(balance.often * (mean / questions) ** (PACE / 2));
    }
  }
  write();
}

function write(): void {
  const list = (weights: readonly number[]) => `[${weights.map((weight) => Number(weight.toPrecision(2))).join(', ')}]`;
  const lines = Object.entries(table)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([key, balance]) =>
        `  '${key}': { often: ${Number(balance.often.toPrecision(2))}, columns: ${list(balance.columns)}, rows: ${list(balance.rows)} },\n`,
    );
  const text = readFileSync(file, 'utf8');
  const start = text.indexOf('= {', text.indexOf('export const table'));
  writeFileSync(file, `${text.slice(0, start)}= {\n${lines.join('')}};\n`);
}
