import { expect, test } from 'vitest';
import { compareResults } from './compare.ts';
import { wilson } from './interval.ts';
import { mcnemar } from './paired.ts';
import { random } from './random.ts';
import { unit, units } from './testing/units.ts';

const none = { breakdowns: [] };

test('pairs units by id, whatever their order', () => {
  const a = units(1, 1, 0, 1, 0.5);
  const b = units(0, 1, 1, 0, 0.5);
  const { overall, aRightBWrong, bRightAWrong } = compareResults(a, b.toReversed(), none);
  expect(overall).toMatchObject({ n: 5, clusters: 5, a: 0.7, b: 0.5, wins: 2, losses: 1, ties: 2, p: mcnemar(2, 1) });
  expect(overall.difference).toMatchObject({ value: 0.2, method: 'paired-cluster-t' });
  expect(aRightBWrong).toEqual(['u0', 'u3']);
  expect(bRightAWrong).toEqual(['u2']);
});

test('says why units were left out', () => {
  const failed = { outcome: 'provider_error' } as const;
  const a = [
    ...units(1, 0),
    unit('openA', null, failed),
    unit('openB', 1),
    unit('both', null, failed),
    unit('onlyA', 1),
  ];
  const b = [
    ...units(1, 0),
    unit('openA', 1),
    unit('openB', null),
    unit('both', null, failed),
    unit('x', 1),
    unit('y', 1),
  ];
  const { leftOut, overall } = compareResults(a, b, none);
  expect(leftOut).toEqual({ onlyA: 1, onlyB: 2, openA: 2, openB: 2 });
  expect(overall.n).toBe(2);
});

test('epochs pair one by one, stay in one cluster, and name an id once', () => {
  const twice = (id: string, first: number, second: number) => [unit(id, first), unit(id, second, { epoch: 1 })];
  const { overall, aRightBWrong, bRightAWrong } = compareResults(
    [...twice('p', 1, 1), ...twice('q', 1, 0)],
    [...twice('p', 0, 0), ...twice('q', 0, 1)],
    none,
  );
  expect(overall).toMatchObject({ n: 4, clusters: 2, wins: 3, losses: 1 });
  expect(aRightBWrong).toEqual(['p', 'q']);
  expect(bRightAWrong).toEqual(['q']);
});

test('groups carry p-values corrected over the keys of their own axis', () => {
  const groups = (i: number) => ({ step: i < 12 ? '2' : i < 20 ? '10' : '3', scene: 'all' });
  const a = units(...new Array<number>(30).fill(1)).map((result, i) => ({ ...result, groups: groups(i) }));
  const b = a.map((result, i) => ({ ...result, score: i < 20 ? 0 : 1 }));
  const compared = compareResults(a, b, { breakdowns: [['step'], ['scene']] });
  const [two, ten] = [mcnemar(12, 0), mcnemar(8, 0)];
  expect(compared.groups.map(({ by, key, pairing, pHolm }) => [by, key, pairing.n, pairing.p, pHolm])).toEqual([
    ['step', '2', 12, two, 2 * two],
    // All ties: nothing to test, so it takes no share of the correction.
    ['step', '3', 10, null, null],
    ['step', '10', 8, ten, ten],
    ['scene', 'all', 30, mcnemar(20, 0), mcnemar(20, 0)],
  ]);
});

test('a group that one run left open is shown as empty', () => {
  const a = [unit('a', null, { outcome: 'sim_error', groups: { step: '1' } })];
  const compared = compareResults(a, [unit('a', 1)], { breakdowns: [['step']], equivalence: 5 });
  const pairing = { n: 0, clusters: 0, a: null, b: null, wins: 0, losses: 0, ties: 0, difference: null, p: null };
  // B is right, so A's error may have lost it or matched it.
  expect(compared.groups).toMatchObject([
    { by: 'step', key: '1', pairing: { ...pairing, errors: 1, worst: -1, best: 0, lowest: -1 }, pHolm: null },
  ]);
  expect(compared.equivalence).toMatchObject({ margin: 5, low: -100, equivalent: false });
});

test('pairs that errors leave open are counted, and bound the difference from both sides', () => {
  const failed = { outcome: 'provider_error' } as const;
  const a = [...units(1, 1, 0, 1), unit('e', null, failed), unit('both', null, failed), unit('dropped', null)];
  const b = [...units(0, 1, 0, 1), unit('e', 0), unit('both', null, failed), unit('dropped', 1)];
  const { overall } = compareResults(a, b, none);
  expect(overall).toMatchObject({ n: 4, errors: 2, difference: { value: 0.25 } });
  // At worst A failed both and B got the shared one; at best the other way round.
  expect(overall).toMatchObject({ worst: (1 + 0 - 1) / 6, best: (1 + 1 + 1) / 6 });
  expect(overall.lowest).toBeLessThan(overall.difference?.low ?? Number.NaN);
  expect(overall.highest).toBeGreaterThan(overall.best ?? Number.NaN);
  expect(compareResults(units(1, 0), units(0, 0), none).overall).not.toHaveProperty('errors');
});

test('a win that errors could undo is not equivalence either', () => {
  const failed = { outcome: 'provider_error' } as const;
  const same = Array.from({ length: 400 }, (_, i) => unit(`${i}`, i % 2));
  const broken = same.map((each, i) => (i < 20 ? { ...each, ...failed, score: null } : each));
  const within = (b: typeof same) => compareResults(same, b, { ...none, equivalence: 3 }).equivalence?.equivalent;
  expect([within(same), within(broken)]).toEqual([true, false]);
});

test('equivalence needs enough data, even for identical runs', () => {
  const same = (n: number) => units(...Array.from({ length: n }, (_, i) => i % 2));
  const compared = (n: number) => compareResults(same(n), same(n), { ...none, equivalence: 2 }).equivalence;
  const half = 100 * wilson(0, 3, 0.9).high;
  expect(compared(3)).toEqual({ margin: 2, low: -half, high: half, equivalent: false });
  expect(compared(200)?.equivalent).toBe(true);
  expect(compareResults(same(3), same(3), none)).not.toHaveProperty('equivalence');
});

test('swapping the runs mirrors the comparison', () => {
  const { int, shuffle } = random('mirror');
  for (let i = 0; i < 20; i++) {
    const draw = () =>
      units(...Array.from({ length: 12 }, () => int(3) / 2)).map((u, j) => ({ ...u, cluster: `c${j % 7}` }));
    const [a, b] = [draw(), draw()];
    const forth = compareResults(a, b, none).overall;
    const back = compareResults(shuffle(b), shuffle(a), none).overall;
    expect(back).toMatchObject({ a: forth.b, b: forth.a, wins: forth.losses, losses: forth.wins, p: forth.p });
    expect(back.difference?.value).toBeCloseTo(-(forth.difference?.value ?? 0), 14);
    expect(back.difference?.low).toBeCloseTo(-(forth.difference?.high ?? 0), 12);
  }
});
