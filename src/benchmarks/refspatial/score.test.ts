import { describe, expect, it } from 'vitest';
import type { Mark } from '../../contracts/index.ts';
import { printOfficial } from './official.ts';
import { scorers } from './score.ts';
import { judge, protocolOf } from './testing/judge.ts';
import { type Mode, png } from './testing/png.ts';
import { sampleWith } from './testing/sample.ts';

/** 10 × 8 pixels, right from x 3 to 6 and y 2 to 5. */
const isRight = (x: number, y: number) => x >= 3 && x <= 6 && y >= 2 && y <= 5;
const grey = (x: number, y: number) => (isRight(x, y) ? 255 : 0);
const odd = new Map([
  ['0,0', 1],
  ['9,7', 127],
  ['8,7', 128],
]);
const oneBit = (x: number, y: number) => (isRight(x, y) ? 1 : 0);

const masks: Record<string, [mode: Mode, pixel: (x: number, y: number) => number[]]> = {
  L: ['L', (x, y) => [grey(x, y)]],
  Lgray: ['L', (x, y) => [odd.get(`${x},${y}`) ?? grey(x, y)]],
  '1': ['1', (x, y) => [oneBit(x, y)]],
  // The palette begins with white: what counts is the index.
  P: ['P', (x, y) => [oneBit(x, y)]],
  RGB: ['RGB', (x, y) => [grey(x, y), 0, 0]],
  RGBgreen: ['RGB', (x, y) => [0, grey(x, y), 0]],
  RGBA: ['RGBA', (x, y) => [grey(x, y), grey(x, y), grey(x, y), 255]],
  RGBAalpha: ['RGBA', (x, y) => [255, 255, 255, grey(x, y)]],
  LA: ['LA', (x, y) => [grey(x, y), 255]],
  I16: ['I;16', (x, y) => [grey(x, y) * 257]],
};

const maskOf = (name: string) => {
  const [mode, pixel] = masks[name] ?? ['L', () => [0]];
  return png(mode, 10, 8, pixel);
};

const corners = ['(0.35, 0.3)', '(0.0, 0.0)', '(0.9, 0.9)', '(0.85, 0.9)'];

/** Recorded from the authors' compute_accuracy; null: dropped, or never reached. */
const recorded: [
  mask: string,
  protocol: string,
  texts: (string | null)[],
  scores: (number | null)[],
  output: string,
][] = [
  ['L', 'roborefer', corners, [1, 0, 0, 0], 'Accuracy: 0.2500, Evaluated: 4, Total: 4\n'],
  ['Lgray', 'roborefer', corners, [1, 1, 1, 1], 'Accuracy: 1.0000, Evaluated: 4, Total: 4\n'],
  ['P', 'roborefer', corners, [1, 0, 0, 0], 'Accuracy: 0.2500, Evaluated: 4, Total: 4\n'],
  ['LA', 'roborefer', corners, [1, 0, 0, 0], 'Accuracy: 0.2500, Evaluated: 4, Total: 4\n'],
  ['I16', 'roborefer', corners, [1, 0, 0, 0], 'Accuracy: 0.2500, Evaluated: 4, Total: 4\n'],
  [
    'L',
    'roborefer',
    [
      '(0.35, 0.3), (0.0, 0.0)',
      '(0.35, 0.3), (2.0, 2.0), (-0.5, 0.5)',
      'nothing',
      null,
      '(4, 3)',
      '(1.0, 1.0)',
      '(1, 1)',
    ],
    [0.5, 1 / 3, 0, null, 1, 0, 0],
    "Failed to parse question 3: expected string or bytes-like object, got 'NoneType'\nAccuracy: 0.3056, Evaluated: 6, Total: 7\n",
  ],
  [
    'L',
    'roborefer',
    ['(0.5, 0.5, 0.4, 0.4)', '(0.35, 0.3)'],
    [null, 1],
    'Failed to parse question 0: negative dimensions are not allowed\nAccuracy: 1.0000, Evaluated: 1, Total: 2\n',
  ],
  ['L', 'roborefer', ['(0, 0, 1, 1)'], [0.2], 'Accuracy: 0.2000, Evaluated: 1, Total: 1\n'],
  ['L', 'robobrain', ['(4.0, 3.0)'], [null], ''],
  ['L', 'robobrain', ['(4, 3), (40.5, 3)'], [null], ''],
  ['L', 'roborefer', ['(99999999999999999999, 5)'], [null], ''],
  ['L', 'roborefer', [''], [0], 'Accuracy: 0.0000, Evaluated: 1, Total: 1\n'],
];

describe('official', () => {
  it.each(recorded)('mask %s, %s, %j', async (mask, protocol, texts, scores, output) => {
    const units = await Promise.all(
      texts.map((text, number) => {
        const { sample, assets } = sampleWith(maskOf(mask), number);
        return judge(sample, text, protocolOf(protocol), assets);
      }),
    );
    expect(units.map(({ score }) => score)).toEqual(scores);
    // Another order of the results changes nothing: runs finish in any.
    expect(printOfficial(units.toReversed(), ['location'])).toBe(output);
  });

  it.each([
    ['1', 0.2],
    ['RGB', 0.2],
    ['RGBgreen', 0],
    ['RGBA', 0.2],
    ['RGBAalpha', 1],
    ['LA', 0.2],
    ['I16', 0.2],
    ['P', 0.2],
    ['Lgray', 19 / 80],
  ])('takes the first channel of a mask in mode %s', async (mask, share) => {
    const { sample, assets } = sampleWith(maskOf(mask));
    expect(await judge(sample, '(0, 0, 1, 1)', protocolOf('roborefer'), assets)).toMatchObject({ score: share });
  });

  it('says what was dropped and where the script would end', async () => {
    const { sample, assets } = sampleWith(maskOf('L'));
    expect(await judge(sample, '(0.5, 0.5, 0.4, 0.4)', protocolOf('roborefer'), assets)).toMatchObject({
      score: null,
      facts: { dropped: 1 },
      note: 'ValueError: negative dimensions are not allowed',
    });
    expect(await judge(sample, '(4.5, 3)', protocolOf('qwen'), assets)).toMatchObject({
      score: null,
      facts: { abort: 1 },
    });
  });

  it('counts every pixel of a box, also of one with a billion, at once', async () => {
    const { sample, assets } = sampleWith(maskOf('L'));
    const score = async (...points: Mark[]) => scorers.official.score(sample, { points }, assets);
    expect(await score({ box: [3, 2, 7, 6] })).toMatchObject({ value: 1, facts: { points: 16, hits: 16 } });
    expect(await score({ box: [6, 5, 8, 7] })).toMatchObject({ value: 0.25 });
    expect(await score({ box: [-20, -20, 40, 40] })).toMatchObject({ value: 16 / 3600 });
    const many = Array.from({ length: 1000 }, (): Mark => ({ box: [-10_000, -10_000, 21_000, 21_000] }));
    expect(await score(...many)).toMatchObject({ value: 16 / 961_000_000, facts: { points: 961e9 } });
    expect(await score({ box: [3, 2, 3, 6] })).toMatchObject({ value: 0, facts: { points: 0 } });
    expect(await score([4, 3], { box: [0, 0, 3, 1] })).toMatchObject({ value: 0.25 });
  });

  it('reads no letters and no NaN as points', async () => {
    const { sample, assets } = sampleWith(maskOf('L'));
    expect(await scorers.official.score(sample, { answer: 'A' }, assets)).toMatchObject({ value: 0 });
    const odd: Mark[] = [
      [Number.NaN, 3],
      [4, Number.NaN],
      [-(2 ** 63), 3],
      [1e300, 3],
      [-1, 3],
      [10, 3],
      [4, 8],
    ];
    expect(await scorers.official.score(sample, { points: odd }, assets)).toMatchObject({ value: 0 });
  });
});

describe('distance', () => {
  const distance = async (...points: Mark[]) => {
    const { sample, assets } = sampleWith(maskOf('L'));
    return (await scorers.official.score(sample, { points }, assets)).facts?.distance;
  };

  it('is that of the nearest point to the mask', async () => {
    expect(await distance([4, 3])).toBe(0);
    expect(await distance([0, 2])).toBe(3);
    expect(await distance([9, 7])).toBeCloseTo(Math.hypot(3, 2), 2);
    expect(await distance([0, 0], [8, 5])).toBe(2);
    expect(await distance({ box: [0, 0, 2, 2] })).toBeCloseTo(Math.hypot(2, 1), 2);
    expect(await distance([6 + 300, 5 + 400])).toBe(500);
  });

  it('is the same as comparing with every pixel', async () => {
    const mask = png('L', 40, 30, (x, y) => [(x * 7 + y * 13) % 41 === 0 && x > 12 ? 255 : 0]);
    const { sample, assets } = sampleWith(mask);
    const { values } = await assets.mask(sample.mask);
    for (let i = 0; i < 400; i++) {
      const [x, y] = [((i * 17) % 60) - 10, ((i * 29) % 50) - 10];
      let least = Infinity;
      for (const [at, value] of values.entries())
        if (value > 0) least = Math.min(least, Math.hypot((at % 40) - x, Math.floor(at / 40) - y));
      const { facts } = await scorers.official.score(sample, { points: [[x, y]] }, assets);
      expect(facts?.distance).toBeCloseTo(least, 1);
    }
  });

  it('is nothing where there is no mask or no point', async () => {
    const { sample, assets } = sampleWith(png('L', 10, 8, () => [0]));
    expect((await scorers.official.score(sample, { points: [[1, 1]] }, assets)).facts).not.toHaveProperty('distance');
    expect(await distance()).toBeUndefined();
  });

  it('has a bound, whatever the answer', async () => {
    const { sample, assets } = sampleWith(png('L', 1000, 1000, (x, y) => [x + y === 999 && x * y === 0 ? 255 : 0]));
    const points = Array.from({ length: 100_000 }, (_, i): Mark => [i % 100, i % 37]);
    const start = process.cpuUsage();
    await scorers.official.score(sample, { points }, assets);
    // Every point would take a minute.
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(20);
  });
});

describe('toolkits', () => {
  const score = async (protocol: string, text: string, mask = 'L') => {
    const { sample, assets } = sampleWith(maskOf(mask));
    return judge(sample, text, protocolOf(protocol), assets);
  };

  it('EASI clips to the border, point by point and pixel by pixel of a box', async () => {
    // Everything is right in the last column.
    const { sample, assets } = sampleWith(png('L', 10, 8, (x) => [x === 9 ? 255 : 0]));
    const protocol = protocolOf('easi');
    expect(await judge(sample, '[{"point_2d": [5000, 4]}]', protocol, assets)).toMatchObject({ score: 1 });
    expect(await judge(sample, '(8, 0, 12, 2)', protocol, assets)).toMatchObject({ score: 0.75 });
    expect(await judge(sample, '(-2, -2, 2, 2)', protocol, assets)).toMatchObject({ score: 0 });
    const all = await scorers.easi.score(sample, { points: [{ box: [-5, -3, 15, 11] }] }, assets);
    expect(all).toMatchObject({ value: 6 / 20, facts: { points: 280 } });
    expect(await judge(sample, '{"point_2d": [NaN, 1]}', protocol, assets)).toMatchObject({
      score: 0,
      facts: { points: 1 },
    });
  });

  it('EASI counts what it cannot read as 0', async () => {
    expect(await score('easi', 'no idea')).toMatchObject({ score: 0, outcome: 'unparsed' });
  });

  it('VLMEvalKit is content with one hit, and ends at masks with several channels', async () => {
    expect(await score('vlmevalkit', '(0.0, 0.0), (0.45, 0.45)')).toMatchObject({
      score: 1,
      facts: { points: 2, hits: 1 },
    });
    expect(await score('vlmevalkit', '(500, 250)')).toMatchObject({ score: 0, facts: { x: 0.9, y: 0.875 } });
    expect(await score('vlmevalkit', '(0.45, 0.45)', 'RGB')).toMatchObject({ score: 0, facts: { abort: 1 } });
    expect(await score('vlmevalkit', 'nothing', 'RGB')).toMatchObject({ score: 0, facts: { points: 0 } });
    expect(await score('vlmevalkit', '(1.2.3, 4)')).toMatchObject({ score: 0, facts: { abort: 1 } });
  });

  it('lmms-eval takes values from 128 on, none of one bit, and too much of 16', async () => {
    const all = corners.join(' ');
    expect(await score('lmms', all, 'L')).toMatchObject({ score: 0.25 });
    expect(await score('lmms', all, 'Lgray')).toMatchObject({ score: 0.5 });
    expect(await score('lmms', all, '1')).toMatchObject({ score: 0 });
    expect(await score('lmms', all, 'P')).toMatchObject({ score: 0 });
    expect(await score('lmms', all, 'I16')).toMatchObject({ score: 257 / 4, facts: { hits: 1 } });
    expect(await score('lmms', '(0, 0, 1, 1)')).toMatchObject({ score: 0 });
    expect(await score('lmms', '(4, 3)')).toMatchObject({ score: 0 });
  });
});
