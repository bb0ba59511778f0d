import { expect, it } from 'vitest';
import { AnswerGroups } from './answer-groups.ts';
import type { Candidate } from './buckets.ts';

const candidates = (count: number, say = (n: number) => String(n)): Candidate[] =>
  Array.from({ length: count }, (_, n) => ({ id: `q${n}`, texts: [say(n)], says: [say(n)] }));
const groupsOf = (...lists: Candidate[][]) => new AnswerGroups(() => lists);

it.each([4, 10])('gives every question %i options that differ', (choices) => {
  // As in real sets, some answers are frequent, and their number is no multiple of anything.
  const all = candidates(317, (n) => String(n % 7 === 0 ? n % 5 : n));
  const groups = groupsOf(all);
  for (const { id, texts } of all) expect(new Set([...texts, ...groups.wrong(id, choices)]).size).toBe(choices);
});

it('has every answer on offer equally often, so that nobody can tell by counting', () => {
  const all = candidates(300, (n) => String(n % 120));
  const groups = groupsOf(all);
  const met = Map.groupBy(
    all.flatMap(({ id, texts }) => [...texts, ...groups.wrong(id, 10)]),
    (text) => Number(text),
  );
  for (const [answer, times] of met) expect([answer, times.length]).toEqual([answer, answer < 60 ? 30 : 20]);
});

it('asks for every member of a group alike, whatever was asked before', () => {
  const groups = groupsOf(candidates(40));
  const places = [0, 0, 0, 0];
  for (let turn = 0; turn < 8000; turn++) {
    const { id, wrong } = groups.draw(turn, 4);
    const answer = Number(id.slice(1));
    expect(wrong).toHaveLength(3);
    const place = wrong.filter((other) => Number(other) < answer).length;
    places[place] = (places[place] ?? 0) + 1;
  }
  for (const times of places) expect(Math.abs(times - 2000)).toBeLessThan(160);
});

it('meets no answer twice within a round', () => {
  const groups = groupsOf(candidates(40));
  const met = Array.from({ length: 10 }, (_, turn) => groups.draw(turn, 4)).flatMap(({ id, wrong }) => [
    id.slice(1),
    ...wrong,
  ]);
  expect(new Set(met).size).toBe(40);
});

it('brings companions along, and never a question’s own beside those of another that say the same', () => {
  const pairs = Array.from({ length: 31 }, (_, n): Candidate => {
    const texts = [`right ${n}`, `wrong ${n % 29}`];
    return { id: `q${n}`, texts, says: texts };
  });
  const groups = groupsOf(pairs);
  for (const { id, texts } of pairs) {
    const wrong = groups.wrong(id, 10);
    expect(new Set([texts[0], ...wrong]).size).toBe(10);
    expect(wrong).toContain(texts[1]);
    expect(wrong.filter((text) => text.startsWith('right'))).toHaveLength(4);
  }
});

it('puts lists together that are too short for themselves, and no others', () => {
  const of = (list: string, count: number) =>
    candidates(count, (n) => `${list} ${n}`).map((one, n) => ({ ...one, id: `${list} ${n}` }));
  const groups = groupsOf(of('long', 50), of('short', 7), of('brief', 6));
  const kinds = (id: string) => new Set(groups.wrong(id, 4).map((text) => text.split(' ')[0]));
  expect(kinds('long 3')).toEqual(new Set(['long']));
  const mixed = ['short 0', 'short 1', 'short 2', 'brief 0'].map(kinds).reduce((a, b) => a.union(b));
  expect(mixed).toEqual(new Set(['short', 'brief']));
});

it('says when there are too few different answers', () => {
  expect(() => groupsOf(candidates(9)).wrong('q0', 10)).toThrow('too few different answers');
  expect(() => groupsOf(candidates(60, (n) => String(n % 5))).wrong('q0', 10)).toThrow('too few different answers');
});
