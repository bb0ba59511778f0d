import { expect, test } from 'vitest';
import { textWidth } from './plain-text.ts';
import { createProgress, type ProgressState } from './progress.ts';

function setUp(opts: { isTTY: boolean; columns?: number }) {
  const written: string[] = [];
  const clock = { ms: 0 };
  const progress = createProgress({
    stream: { write: (text: string) => written.push(text) },
    isTTY: opts.isTTY,
    columns: () => opts.columns ?? 120,
    now: () => clock.ms,
  });
  const at = (ms: number, changes: Partial<ProgressState>) => {
    clock.ms = ms;
    progress.update({ done: 0, total: 500, outcomes: {}, tokens: 0, cost: 0, concurrency: 8, ...changes });
    return written.splice(0);
  };
  return { progress, at, written };
}

const half = {
  done: 250,
  outcomes: { answered: 240, unparsed: 4, truncated: 1, provider_error: 5 },
  tokens: 123_456,
  cost: 0.42,
};

test('terminal: one line, redrawn in place', () => {
  const { at } = setUp({ isTTY: true });
  expect(at(0, {})).toEqual(['\r\x1b[2K────────────────────────    0/500    0 %  –/s  ETA –  0 tok  $0.00  ×8']);
  expect(at(100_000, half)).toEqual([
    '\r\x1b[2K━━━━━━━━────────  250/500   50 %  2.5/s  ETA 1 min 40 s  240 ok  4 unparsed  1 cut off  5 errors  123.5k tok  $0.42  ×8',
  ]);
});

test('terminal: at most ten times a second', () => {
  const { at } = setUp({ isTTY: true });
  const draws = Array.from({ length: 1000 }, (_, ms) => at(ms, { done: Math.floor(ms / 10) })).flat();
  expect(draws).toHaveLength(10);
});

test('terminal: a narrow one loses ornaments first and errors last', () => {
  for (let columns = 10; columns <= 130; columns++) {
    const { at } = setUp({ isTTY: true, columns });
    const [line = ''] = at(0, half);
    expect(textWidth(line.replace('\r\x1b[2K', ''))).toBeLessThan(columns);
    if (columns > 18) expect(line).toMatch(/250\/500 .*5 errors/);
  }
});

test('terminal: messages stay above the line, also hostile ones', () => {
  const { progress, at, written } = setUp({ isTTY: true });
  progress.message('before the line');
  expect(written.splice(0)).toEqual(['before the line\n']);
  const [line] = at(0, half);
  progress.message('\x1b[2Junit 7: http 500\r');
  expect(written.splice(0)).toEqual(['\r\x1b[2Kunit 7: http 500\n\n', line]);
});

test('terminal: done leaves nothing behind', () => {
  const { progress, at, written } = setUp({ isTTY: true });
  at(0, half);
  progress.done();
  expect(written).toEqual(['\r\x1b[2K']);
});

test('log: a line every five seconds and a last one', () => {
  const { progress, at, written } = setUp({ isTTY: false });
  const lines = Array.from({ length: 120 }, (_, tenth) => at(tenth * 100, { done: tenth })).flat();
  expect(lines).toEqual([
    ' 50/500   10 %  10.0/s  ETA 45 s  0 tok  $0.00  ×8\n',
    '100/500   20 %  10.0/s  ETA 40 s  0 tok  $0.00  ×8\n',
  ]);
  progress.done();
  expect(written).toEqual(['119/500   23 %  10.0/s  ETA 38 s  0 tok  $0.00  ×8\n']);
});

test('log: the last line is not said twice', () => {
  const { progress, at, written } = setUp({ isTTY: false });
  expect(at(6_000, half)).toHaveLength(1);
  progress.done();
  expect(written).toEqual([]);
});

test('a resumed run does not take old units for speed', () => {
  const { at } = setUp({ isTTY: false });
  at(0, { done: 400 });
  expect(at(10_000, { done: 410 }).join()).toContain('410/500   82 %  1.0/s  ETA 1 min 30 s');
});

test('a note, an unknown price and a finished run', () => {
  const { at } = setUp({ isTTY: false });
  expect(at(5_000, { done: 500, cost: null, note: 'waiting 30 s:\nrate limited' }).join()).toBe(
    '500/500  100 %  –/s  ETA 0.0 s  0 tok  cost unknown  ×8  waiting 30 s: rate limited\n',
  );
});

test('bytes have a unit that suits them, and one error is one', () => {
  const { at } = setUp({ isTTY: false });
  const tiny = { unit: 'bytes', done: 1879, total: 1879 } as const;
  expect(at(5_000, tiny).join()).toBe('1.9 kB/1.9 kB  100 %  –/s  ETA 0.0 s  0 tok  $0.00  ×8\n');
  const large = { unit: 'bytes', done: 512_000_000, total: 2.84e9, rate: 12_345_678 } as const;
  expect(at(10_000, large).join()).toContain('512.0 MB/2.8 GB   18 %  12.3 MB/s  ETA 3 min 09 s');
  expect(at(15_000, { outcomes: { provider_error: 1 } }).join()).toContain('1 error  ');
});
