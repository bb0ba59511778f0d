import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ExtractContext, Extraction, Extractor } from '../../../contracts/index.ts';

/** Every line of a fixture. */
export function readLines<T>(url: URL): T[] {
  const lines = readFileSync(url, 'utf8').trimEnd().split('\n');
  return lines.map((line): T => JSON.parse(line));
}

/** A text, in pieces to repeat when it is long, and what the official functions make of it. */
interface Case {
  text: string | [piece: string, times: number][];
  context: ExtractContext;
  is: Record<string, Extraction>;
}

/**
 * Compares extractors with what was recorded from Python: in `fixtures/official.ndjson`, the outputs of the official functions;
 * in `fixtures/edges.ndjson`, hand-picked texts, where an extractor that is not listed finds nothing.
 */
export function compareWithPython(extractors: readonly Extractor[], test: string, nothing: Extraction): void {
  describe.each(extractors)('$id', (extractor) => {
    it.each(['official', 'edges'])('equals Python on the %s texts', (name) => {
      for (const { text, context, is } of readLines<Case>(new URL(`fixtures/${name}.ndjson`, test))) {
        const expected = is[extractor.id] ?? (name === 'edges' ? nothing : undefined);
        const whole = typeof text === 'string' ? text : text.map(([piece, times]) => piece.repeat(times)).join('');
        if (expected) expect(extractor.extract(whole, context), JSON.stringify(text)).toEqual(expected);
      }
    });

    it('takes linear time on any text', () => {
      const context = { width: 640, height: 480, choices: { A: 'left', B: 'right' } };
      for (const piece of hostile) {
        const long = piece.repeat(200_000 / piece.length);
        const start = process.cpuUsage();
        extractor.extract(long, context);
        // Processor time: other programs do not add to it.
        expect(process.cpuUsage(start).user / 1e6, JSON.stringify(piece)).toBeLessThan(10);
      }
    });
  });
}

/** Pieces that keep a pattern hoping when they are repeated; quadratic time would be minutes. */
const hostile = `
  ( (1 (1, (1,1) (1. 1 . [1, [ { {"a": " \\ ' \` \`\`\` \`\`_\`
  <answer> <answer </answer> <answer>A <answer>5_ <_ </_ <points_ x1="1"_ x1="1"_y
  answer answer_ answer_is_ 选 选_ A A_ A* A) * *_ option_ option_A </think> <think>
  _ - -1 1e one_ twenty- Z_ A:_ ,A: 😀 ٣ \x1c`
  .trim()
  .split(/[ \n]+/)
  .map((piece) => piece.replaceAll('_', ' '))
  .concat('\n', '#\n', '```\n', '```json\n', '<points\n', 'A\n');

/** Whole numbers from 0 on, below the limit that each call names; the same in every run. */
export function randomBelow(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
