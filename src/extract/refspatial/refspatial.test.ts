import { describe, expect, it } from 'vitest';
import type { Mark } from '../../contracts/index.ts';
import { compareWithPython, randomBelow, readLines } from '../python/testing/fixtures.ts';
import { refspatialEasiPoint2d } from './easi-point2d.ts';
import { refspatialGeminiJson } from './gemini-json.ts';
import { refspatialLmms, refspatialLmms999, refspatialLmmsJson } from './lmms.ts';
import { refspatialMolmoXml, refspatialTextAbsolute, refspatialTextRelative } from './text-points.ts';
import { refspatialVlmevalkit } from './vlmevalkit.ts';

const withBoxes = [refspatialTextRelative, refspatialTextAbsolute, refspatialEasiPoint2d];
const withoutBoxes = [
  refspatialMolmoXml,
  refspatialGeminiJson,
  refspatialVlmevalkit,
  refspatialLmms,
  refspatialLmms999,
  refspatialLmmsJson,
];
const all = [...withBoxes, ...withoutBoxes];

compareWithPython(all, import.meta.url, { points: [] });

describe.each(all)('$id', (extractor) => {
  it('reads every point that it writes', () => {
    const below = randomBelow(7);
    for (let i = 0; i < 1000; i++) {
      const size = { width: 1 + below(5000), height: 1 + below(5000) };
      const points = Array.from({ length: below(4) }, (): Mark => [below(size.width), below(size.height)]);
      expect(extractor.extract(extractor.write({ points }, size), size)).toEqual({ points });
    }
  });

  it('wants points to write', () => {
    expect(() => extractor.write({ answer: 'A' }, { width: 1, height: 1 })).toThrow('"A" is not a point');
  });
});

describe.each(withBoxes)('$id', (extractor) => {
  it('reads every box that it writes', () => {
    const below = randomBelow(8);
    for (let i = 0; i < 1000; i++) {
      const size = { width: 1 + below(5000), height: 1 + below(5000) };
      const [x, y] = [below(size.width), below(size.height)];
      const box: Mark = { box: [x, y, x + 1 + below(size.width - x), y + 1 + below(size.height - y)] };
      const points: Mark[] = [[x, y], box];
      expect(extractor.extract(extractor.write({ points }, size), size)).toEqual({ points });
    }
  });
});

describe.each(withoutBoxes)('$id', (extractor) => {
  it('writes a box as its pixels', () => {
    const size = { width: 10, height: 8 };
    const text = extractor.write({ points: [{ box: [3, 2, 5, 4] }] }, size);
    expect(extractor.extract(text, size)).toEqual({
      points: [
        [3, 2],
        [4, 2],
        [3, 3],
        [4, 3],
      ],
    });
  });
});

it('cannot read fractions without a size', () => {
  expect(() => refspatialTextRelative.extract('(0.5, 0.5)', {})).toThrow('size of the picture');
});

it('drops a box that does not fit into memory', () => {
  const size = { width: 640, height: 480 };
  expect(refspatialTextRelative.extract('(100, 200, 300, 400)', size)).toMatchObject({ effect: 'dropped' });
});

describe('the accuracy that RoboRefer computes', () => {
  interface Run {
    parser: 'rel' | 'abs';
    texts: (string | null)[];
    scores: (number | null)[];
    stdout: string;
    abort: string | null;
  }
  const isHit = (x: number, y: number) => x >= 3 && x <= 6 && y >= 2 && y <= 5;

  it.each(readLines<Run>(new URL('fixtures/accuracy.ndjson', import.meta.url)))('%j', (run) => {
    const extractor = run.parser === 'rel' ? refspatialTextRelative : refspatialTextAbsolute;
    for (const [i, text] of run.texts.entries()) {
      if (text === null) continue;
      const extraction = extractor.extract(text, { width: 10, height: 8 });
      if ('error' in extraction) {
        expect(run.scores[i]).toBeNull();
        if (extraction.effect === 'abort') expect(extraction.error).toBe(run.abort);
        else expect(run.stdout).toContain(`Failed to parse question ${i}: ${extraction.error.split(': ')[1]}`);
        continue;
      }
      const marks = 'points' in extraction ? extraction.points : [];
      const pixels = marks.flatMap((mark) => {
        if (Array.isArray(mark)) return [mark];
        const [x0, y0, x1, y1] = mark.box;
        return Array.from({ length: (x1 - x0) * (y1 - y0) }, (_, k): [number, number] => [
          x0 + (k % (x1 - x0)),
          y0 + Math.floor(k / (x1 - x0)),
        ]);
      });
      expect(pixels.filter(([x, y]) => isHit(x, y)).length / Math.max(pixels.length, 1)).toBe(run.scores[i]);
    }
  });
});
