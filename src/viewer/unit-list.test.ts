import { expect, it } from 'vitest';
import type { UnitResult } from '../contracts/index.ts';
import { leadOf, UnitList } from './unit-list.ts';
import type { UnitRow } from './wire.ts';

/** Rows that count how often somebody looks at them. */
function watchedRows(count: number): { rows: UnitRow[]; looks(): number } {
  let looked = 0;
  const rows = Array.from({ length: count }, (_, at): UnitRow => {
    const id = `u${(at * 37) % count}`;
    const result: UnitResult = {
      id,
      epoch: 0,
      cluster: id,
      groups: { half: at % 2 === 0 ? 'a' : 'b' },
      outcome: 'answered',
      score: (at % 5) / 4,
      extraction: null,
    };
    return {
      get result() {
        looked += 1;
        return result;
      },
      question: '',
      said: '',
    };
  });
  const looks = () => {
    const so = looked;
    looked = 0;
    return so;
  };
  return { rows, looks };
}

it.each([{}, { order: '-score' }, { 'g.half': 'a', order: 'score' }, { q: 'u1' }])(
  'looks at no row for another page of a list that was sorted and filtered before: %o',
  (filter) => {
    const { rows, looks } = watchedRows(1000);
    const list = new UnitList(rows, 1);
    const first = list.page({ filter, from: 0, count: 10, known: 0 });
    expect(looks()).toBeGreaterThan(0);
    const pages = [0, 10, 50].map((from) => list.page({ filter, from, count: 10, known: 0 }));
    expect(looks()).toBe(0);
    expect(pages[0]).toEqual(first);
    expect(new Set(pages.flatMap((page) => page.rows)).size).toBe(30);
  },
);

it('tells the place of a unit, and gives the rows around it', () => {
  const { rows } = watchedRows(100);
  const list = new UnitList(rows, 1);
  const page = list.page({ filter: {}, count: 5, unit: { id: 'u50' }, known: 0 });
  expect(page).toMatchObject({ place: 50, from: 48, found: 100, total: 100 });
  expect(page.rows.map(({ result }) => result.id)).toEqual(['u48', 'u49', 'u50', 'u51', 'u52']);
  expect(list.page({ filter: {}, count: 5, unit: { id: 'u0' }, known: 0 })).toMatchObject({ place: 0, from: 0 });
  for (const unit of [{ id: 'nobody' }, { id: 'u50', epoch: 1 }])
    expect(list.page({ filter: {}, count: 5, unit, known: 0 })).toMatchObject({ place: -1, from: 0 });
});

it('finds nothing where the run to differ from cannot be read, and says so', () => {
  const { rows } = watchedRows(4);
  const page = new UnitList(rows, 1).page({ filter: { differs: 'gone' }, count: 5, known: 0 }, null);
  expect(page).toMatchObject({ found: 0, total: 4, rivalUnread: true });
});

it('how most questions begin is known, and the same question in four forms is no beginning', () => {
  const things = ['cup', 'box', 'key'].map((thing) => `Please point out the ${thing}.`);
  expect(leadOf([...things, 'Where is it?'])).toBe('Please point out the ');
  expect(leadOf(Array.from({ length: 4 }, () => 'What does the brown car do?'))).toBe('');
  expect(leadOf(['To a', 'To b', 'To c'])).toBe('');
});
