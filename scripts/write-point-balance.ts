// Writes src/synth/point/balance-table.ts: how readily a word is used in each part of a picture, so that all parts are right equally
// often whatever the words. Counts on all cores, weighs, and counts again, from the table as it is.
// Usage: node scripts/write-point-balance.ts [rounds] [scenes] [first round]

import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { settings } from '../src/scenes/index.ts';
import { random } from '../src/stats/index.ts';
import { type Balance, GRID, table } from '../src/synth/point/balance-table.ts';
import { DraftRenderers, drawDraft } from '../src/synth/point/draft.ts';
import type { PointingQuestion } from '../src/synth/point/question.ts';
import { type PointSplit, splits, wishFor } from '../src/synth/point/wish.ts';

const file = join(import.meta.dirname, '../src/synth/point/balance-table.ts');
const [rounds = 8, scenes = 1500, first = 0] = process.argv.slice(2).map(Number);
const threads = availableParallelism();
const SEED = 'balance';
const size = { width: 320, height: 240 };
const { columns, rows } = GRID;
/** Every so many pixels are looked at. */
const STRIDE = 4;
/** How far each round goes, and how far weights may go. */
const PACE = 0.3;
const MOST = 1000;

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
function wordOf({ split, object }: PointingQuestion): string {
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

interface Part {
  round: number;
  /** Of so many parts. */
  part: number;
  table: Record<string, Balance>;
}

/** What all threads counted. */
async function countAll(round: number): Promise<Map<string, Count>> {
  const parts = Array.from({ length: threads }, (_, part) => {
    const workerData: Part = { round, part, table };
    const worker = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2), workerData });
    return new Promise<Map<string, Count>>((resolve, reject) => worker.on('message', resolve).on('error', reject));
  });
  const all = new Map<string, Count>();
  for (const part of await Promise.all(parts)) {
    for (const [key, { questions, share, cells }] of part) {
      const sum = countOf(all, key);
      sum.questions += questions;
      sum.share += share;
      for (const [n, hits] of cells.entries()) sum.cells[n] = (sum.cells[n] ?? 0) + hits;
    }
  }
  return all;
}

function countSome({ round, part, table: now }: Part): Map<string, Count> {
  Object.assign(table, now);
  const renderers = new DraftRenderers();
  const counts = new Map<string, Count>();
  for (let scene = part; scene < scenes; scene += threads) {
    const setting = settings[scene % settings.length];
    if (!setting) continue;
    const about = { setting, objects: 10, demands: { visible: 0.6, margin: 1 }, size };
    const draw = (attempt: number): PointingQuestion[] => {
      const wishes = [0, 1, 2, 3].map((i) => wishFor(4 * scene + i, 4, round, attempt));
      const seed = [SEED, round, scene, attempt];
      const draft = drawDraft(renderers, { ...about, seed }, wishes, random(...seed));
      return typeof draft === 'string' ? draw(attempt + 1) : draft.questions;
    };
    for (const question of draw(0)) {
      const found = wordOf(question);
      const word = found === 'on the' ? `on the ${setting}` : found;
      add(counts, `${question.split} ${word}`, question.mask, false);
      add(counts, `${question.split} ${mirrorOf(word)}`, question.mask, true);
      for (const isMirrored of [false, true]) add(counts, `${question.split} ${setting}`, question.mask, isMirrored);
    }
  }
  return counts;
}

function add(counts: Map<string, Count>, key: string, mask: Uint8Array, isMirrored: boolean): void {
  const count = countOf(counts, key);
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

function countOf(counts: Map<string, Count>, key: string): Count {
  const count = counts.get(key) ?? { questions: 0, share: 0, cells: Array.from({ length: columns * rows }, () => 0) };
  counts.set(key, count);
  return count;
}

function bounded(weight: number): number {
  return Math.min(MOST, Math.max(1 / MOST, weight));
}

function update({ cells: weights }: Balance, { share, cells }: Count): void {
  // Some hits more on both sides: few questions tell little.
  weights.forEach((weight, n) => {
    weights[n] = weight * ((share + 4) / ((cells[n] ?? 0) + 4)) ** PACE;
  });
  const mean = weights.reduce((product, weight) => product * weight ** (1 / weights.length), 1);
  weights.forEach((weight, n) => {
    weights[n] = bounded(weight / mean);
  });
}

/** How much more often than by chance each column and row is right. */
function densities({ share, cells }: Count): { across: number[]; along: number[] } {
  const by = (n: number, of: (cell: number) => number) =>
    Array.from({ length: n }, (_, i) => {
      const own = cells.filter((_, cell) => of(cell) === i);
      return own.reduce((a, b) => a + b, 0) / own.length / share;
    });
  return { across: by(columns, (cell) => cell % columns), along: by(rows, (cell) => Math.floor(cell / columns)) };
}

/** Of the best column or row for those who know the word: 1 is perfect. */
function peakOf(count: Count): number {
  const { across, along } = densities(count);
  return Math.max(1, ...across, ...along);
}

function report(counts: Map<string, Count>): void {
  const text = (list: readonly number[]) => list.map((density) => density.toFixed(2)).join(' ');
  for (const [key, count] of [...counts].sort()) {
    const { across, along } = densities(count);
    console.log(`${key} (${count.questions}): ${text(across)} | ${text(along)}`);
  }
}

function isWord(split: PointSplit, key: string): boolean {
  return key.startsWith(split) && !settings.some((setting) => key === `${split} ${setting}`);
}

async function run(): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const counts = await countAll(first + round);
    console.log(`round ${round}`);
    report(counts);
    for (const [key, count] of counts) {
      table[key] ??= { often: 1, cells: Array.from({ length: columns * rows }, () => 1) };
      update(table[key], count);
    }
    // Words that are often true should not be all that is asked by, least of all those that tell where to look.
    for (const split of splits) {
      const words = [...counts].filter(([key]) => isWord(split, key));
      const all = words.reduce((sum, [, { questions }]) => sum + questions, 0);
      const shares = words.map(([, count]) => 1 / peakOf(count) ** 2);
      const whole = shares.reduce((sum, share) => sum + share, 0);
      for (const [n, [key, { questions }]] of words.entries()) {
        const balance = table[key];
        const wanted = (all * (shares[n] ?? 0)) / whole;
        if (balance) balance.often = bounded(balance.often * (wanted / questions) ** PACE);
      }
    }
    write();
  }
}

function write(): void {
  const rowOf = (cells: readonly number[], row: number) =>
    cells.slice(row * columns, (row + 1) * columns).map((weight) => Number(weight.toPrecision(2)));
  const list = (cells: readonly number[]) =>
    Array.from({ length: rows }, (_, row) => `      ...[${rowOf(cells, row).join(', ')}],\n`).join('');
  const lines = Object.entries(table)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([key, balance]) =>
        `  '${key}': {\n    often: ${Number(balance.often.toPrecision(2))},\n    cells: [\n${list(balance.cells)}    ],\n  },\n`,
    );
  const text = readFileSync(file, 'utf8');
  const start = text.indexOf('= {', text.indexOf('export const table'));
  writeFileSync(file, `${text.slice(0, start)}= {\n${lines.join('')}};\n`);
}

if (isMainThread) await run();
else parentPort?.postMessage(countSome(workerData));
