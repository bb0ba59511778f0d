import type { Sheet, UnitResult } from '../../contracts/index.ts';
import { naturalOrder } from '../../stats/index.ts';

const columns = ['answers', 'inside %', 'median px', '75 % px', '90 % px', 'within 10 px %', 'within 50 px %'];

/** How far the nearest point of an answer lies from the mask: over everything and by split, then by step. */
export function pointingError(results: readonly UnitResult[]): Sheet[] {
  const about =
    'Pixels from the nearest point of an answer to the mask; 0 inside. Answers without a point are left out.';
  const all = row('all', results);
  return [
    {
      name: 'pointing error',
      about,
      columns: ['split', ...columns],
      rows: all.concat(by('split', results)),
    },
    { name: 'pointing error by step', about, columns: ['step', ...columns], rows: by('step', results) },
  ];
}

function by(axis: string, results: readonly UnitResult[]): Sheet['rows'] {
  const groups = Map.groupBy(results, ({ groups }) => groups[axis] ?? '');
  return [...groups].sort(([a], [b]) => naturalOrder(a, b)).flatMap(([key, units]) => row(key, units));
}

/** No row at all when nobody pointed. */
function row(name: string, results: readonly UnitResult[]): Sheet['rows'] {
  const distances = results
    .flatMap(({ facts }) => (typeof facts?.distance === 'number' ? [facts.distance] : []))
    .sort((a, b) => a - b);
  if (distances.length === 0) return [];
  const quantile = (share: number) => distances[Math.ceil(share * distances.length) - 1] ?? null;
  const within = (limit: number) =>
    Math.round((1000 * distances.filter((distance) => distance <= limit).length) / distances.length) / 10;
  return [[name, distances.length, within(0), quantile(0.5), quantile(0.75), quantile(0.9), within(10), within(50)]];
}
