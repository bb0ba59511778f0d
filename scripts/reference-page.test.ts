import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filledPage, filledPages, measuredOf, Runs } from './reference-page.ts';

const docs = join(import.meta.dirname, '../docs');

test.each(filledPages)('docs/%s has the numbers of the runs that are kept, and no others', (name) => {
  const page = readFileSync(join(docs, name), 'utf8');
  const runs = Runs.parse(JSON.parse(readFileSync(join(docs, 'references.json'), 'utf8')));
  expect(filledPage(page, runs)).toBe(page);
});

test('a table tells success, grasp and choice of who acts, and by steps what knowing a part gives of who points', () => {
  const metric = (name: string, value: number, more = {}) => ({
    name,
    value,
    low: value - 0.1,
    high: value + 0.1,
    ...more,
  });
  const ablated = { kind: 0.1, boxes: 0.25, 'last-step': 0.2 };
  const acted = { units: 200, digest: 'a'.repeat(64), metrics: [metric('first-choice nSG', 0.5), metric('other', 0)] };
  const right = metric('accuracy', 0.5, { n: 2, ablated });
  const pointed = {
    units: 4,
    digest: 'b'.repeat(64),
    metrics: [right],
    groups: [
      { by: 'step', key: '3', metrics: [right, metric('accuracy (strict)', 0)] },
      { by: 'scene', key: 'indoor', metrics: [right] },
    ],
  };
  const runs = { 'math-4': measuredOf(acted), 'point-easy': measuredOf(pointed) };
  const filled = (kind: string, pattern: string) =>
    filledPage(`<!-- ${kind}: ${pattern} -->old<!-- end -->`, runs).split('\n').slice(4, -2);
  expect(filled('runs', 'math-.*')).toEqual([
    '| `math-4` | 200      | undefined | undefined | 50.0 [40.0, 60.0] | `aaaaaaaaaaaa` |',
  ]);
  expect(filled('steps', 'point-.*').map((row) => row.replaceAll(/ +/g, ' '))).toEqual([
    '| `point-easy` | all | 2 | 50.0 [40.0, 60.0] | 10.0 | 25.0 | 20.0 |',
    '| `point-easy` | steps: 3 | 2 | 50.0 [40.0, 60.0] | 10.0 | 25.0 | 20.0 |',
  ]);
  expect(() => filled('runs', 'nobody')).toThrow('no run is called nobody');
});
