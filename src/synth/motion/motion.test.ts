import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type DsiSample, views } from '../../benchmarks/index.ts';
import { sha256 } from '../../files/index.ts';
import { sampleFrames } from '../../media/index.ts';
import { makeDataset } from '../make.ts';
import { readSettings } from '../settings.ts';
import { wordsIn } from '../testing/words.ts';
import { CLIP } from './camera.ts';
import { motion } from './family.ts';
import { encodeViews } from './film.ts';
import { synthMotion } from './index.ts';
import { FPS } from './trajectory.ts';

const args = { ...synthMotion.args, count: '8', seed: '11' };

/** Every file below a folder, by its hash. */
function hashes(dir: string): Record<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(paths.sort().map((path) => [path.slice(dir.length), sha256(readFileSync(path))]));
}

async function made(threads: number): Promise<string> {
  const dir = join(mkdtempSync(join(tmpdir(), 'sextant-motion-')), 'set');
  await makeDataset(synthMotion, readSettings(args, synthMotion.levels, 4), { dir, threads, version: '0' });
  return dir;
}

describe('the published form', () => {
  it('is the same from one thread and from two, and reads back as generated', async () => {
    const [one, two] = [await made(1), await made(2)];
    expect(hashes(two)).toEqual(hashes(one));
    const [read, generated] = [await synthMotion.load({ dir: one, args }), await synthMotion.load({ args })];
    expect(read.ids).toEqual(generated.ids);
    // Backwards: a scene does not depend on the ones before it.
    for (const index of [...generated.ids.keys()].reverse()) {
      const [expected, found] = [await generated.sample(index), await read.sample(index)];
      expect(found).toEqual(expected);
      expect(synthMotion.schema.parse(found)).toEqual(found);
      const [clip] = expected.media;
      if (clip) expect(sha256(await read.bytes(clip))).toBe(sha256(await generated.bytes(clip)));
    }
    const card = readFileSync(join(one, 'README.md'), 'utf8');
    expect(card).toContain('synth-motion-6');
    expect(card).toContain('| Obj:static cam | 4 |');
  });
});

describe('the clip of a view', () => {
  /** Which fifth of the picture is bright, frame by frame. */
  async function brightFifths(clip: Uint8Array): Promise<number[]> {
    const frames = await sampleFrames(clip, { rule: 'fps', value: FPS });
    return Promise.all(
      frames.map(async ({ data }) => {
        const row = await sharp(data).greyscale().resize(5, 1, { kernel: 'nearest', fit: 'fill' }).raw().toBuffer();
        return row.indexOf(Math.max(...row));
      }),
    );
  }

  it('is mirrored, played backwards, or both', async () => {
    const { width, height } = CLIP;
    const frames = [0, 1, 3].map((fifth) =>
      Uint8Array.from({ length: 3 * width * height }, (_, i) =>
        Math.floor((5 * (Math.floor(i / 3) % width)) / width) === fifth ? 220 : 40,
      ),
    );
    const clips = await encodeViews(frames);
    const seen: Record<string, number[]> = {};
    for (const view of views) seen[view] = await brightFifths(clips[view].bytes);
    expect(seen).toEqual({ std: [0, 1, 3], hflip: [4, 3, 1], reverse: [3, 1, 0], reverse_hflip: [1, 3, 4] });
  });
});

/** What mirroring and reversing make of each word: written down here by hand, while samples come from trajectories. */
const mirrored: Record<string, string> = {
  left: 'right',
  right: 'left',
  leftward: 'rightward',
  rightward: 'leftward',
  clockwise: 'counterclockwise',
  counterclockwise: 'clockwise',
};
const opposite: Record<string, string> = {
  ...mirrored,
  closer: 'away',
  away: 'closer',
  forward: 'backward',
  backward: 'forward',
  up: 'down',
  down: 'up',
  smaller: 'larger',
  larger: 'smaller',
  approaching: 'receding',
  receding: 'approaching',
  nearer: 'farther off',
  advancing: 'reversing',
  reversing: 'advancing',
  rising: 'sinking',
  sinking: 'rising',
  lifted: 'lowered',
  lowered: 'lifted',
  raising: 'dropping',
  dropping: 'raising',
  shrinks: 'grows',
  grows: 'shrinks',
  decreasing: 'increasing',
  increasing: 'decreasing',
  diagonally: 'diagonally',
  ahead: 'back',
};
/** Phrases of which no single word tells. */
const phrases: readonly (readonly [string, string])[] = [
  ['Coming nearer', 'Going farther off'],
  ['off into the distance', 'up to the front'],
  ['Advancing with', 'Retreating with'],
  ['Heading straight on', 'Retreating'],
  ['Diagonally ahead', 'Diagonally back'],
];

function swap(text: string, words: Record<string, string>): string {
  return text.replaceAll(/[A-Za-z]+/g, (word) => {
    const other = words[word.toLowerCase()] ?? word;
    return /^[A-Z]/.test(word) ? other.charAt(0).toUpperCase() + other.slice(1) : other;
  });
}

/** First and last change places; what happens turns round. */
function reversed(text: string): string {
  // Sides are seen in the other order; who comes back has been where they were, and who is away stays away.
  if (text.startsWith('its ')) return text.split(', then ').reverse().join(', then ');
  if (
    / and back$|, then home| its return|spot|Spinning|in place|still|put|unchanged|aside|one side|out and back|same|Constant|determine|told/.test(
      text,
    )
  )
    return text;
  const parts = /^(First |It |)(\w+), then (it |)(\w+)$/.exec(text);
  if (parts) {
    const [, start = '', first = '', then = '', last = ''] = parts;
    const capital = (word: string) => (start === '' ? word.charAt(0).toUpperCase() + word.slice(1) : word);
    return `${start}${capital(swap(last, opposite))}, then ${then}${swap(first, opposite).toLowerCase()}`;
  }
  for (const [a, b] of phrases) {
    const [from, to] = text.includes(a) ? [a, b] : text.includes(b) ? [b, a] : [];
    if (from !== undefined && to !== undefined) return swap(text.replace(from, '@'), mirrored).replace('@', to);
  }
  return swap(text, opposite);
}

describe('questions', () => {
  const drafts: DsiSample[][] = [];
  beforeAll(async () => {
    const maker = await motion.open(synthMotion.levels.medium, 5);
    for (let scene = 0; scene < 48; scene += 1) drafts.push((await maker.make(scene, { draft: true })).samples);
  });

  it('have the truth of each view, as turning the words round would have it', () => {
    for (const samples of drafts) {
      const truth = Object.fromEntries(samples.map(({ view, choices, answer }) => [view, choices[answer] ?? '']));
      const std = truth.std ?? '';
      expect(truth).toEqual({
        std,
        hflip: swap(std, mirrored),
        reverse: reversed(std),
        reverse_hflip: swap(reversed(std), mirrored),
      });
    }
  });

  it('offer the same four answers in every view, and name another half when time runs backwards', () => {
    for (const [std, ...others] of drafts) {
      const options = (sample: DsiSample | undefined) => Object.values(sample?.choices ?? {}).sort();
      expect(new Set(options(std)).size).toBe(4);
      for (const other of others) {
        expect(options(other)).toEqual(options(std));
        const turn = other.view.includes('reverse') ? { first: 'second', second: 'first' } : {};
        expect(other.question).toBe(
          / half /.test(std?.question ?? '') ? swap(std?.question ?? '', turn) : std?.question,
        );
      }
    }
  });

  it('are of all categories equally often', () => {
    const all = drafts.flat();
    const counts = [...Map.groupBy(all, ({ category }) => category).values()].map(({ length }) => length);
    expect(counts).toEqual(Array(6).fill(32));
    expect(new Set(all.map(({ id }) => id)).size).toBe(48 * views.length);
  });

  it('are put in more than 200 words', () => {
    const words = drafts.flat().flatMap(({ question, choices }) => wordsIn(question, ...Object.values(choices)));
    expect(new Set(words).size).toBeGreaterThan(200);
  });

  it('tell what parts of a clip give away: neither its ends nor a camera at rest is enough', async () => {
    const maker = await motion.open(synthMotion.levels.medium, 6);
    const hits: Record<string, number[]> = {};
    for (let scene = 0; scene < 48; scene += 1) {
      const { samples, ablations = [] } = await maker.make(scene, { draft: true });
      for (const [n, { answer, category }] of samples.entries()) {
        for (const [name, guesses] of Object.entries(ablations[n] ?? {})) {
          expect(guesses.length).toBeGreaterThan(0);
          const right = guesses.some((guess) => 'answer' in guess.answer && guess.answer.answer === answer);
          const key = name === 'still-camera' ? `${name} ${category}` : name;
          hits[key] ??= [];
          hits[key].push(right ? 1 / guesses.length : 0);
        }
      }
    }
    const mean = (name: string) => (hits[name] ?? expect.fail()).reduce((a, b) => a + b, 0) / (hits[name]?.length ?? 1);
    // The goal is 40 %; so few clips are off by a tenth.
    expect(mean('ends')).toBeLessThan(0.5);
    expect(mean('still-camera 1')).toBeLessThan(0.6);
    // Where the camera does stand still, who thinks so knows everything.
    expect(mean('still-camera 0')).toBe(1);
  });
});
