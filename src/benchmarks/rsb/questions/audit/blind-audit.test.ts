import { expect, it } from 'vitest';
import { random } from '../../../../stats/index.ts';
import { suites } from '../../suites.ts';
import { assemble } from '../assemble.ts';
import { openQuestions } from '../open.ts';
import { folderWith } from '../testing/files.ts';
import { blindAudit, learnedAudit } from './blind-audit.ts';
import { memoryAudit } from './memory.ts';
import { thoughtlessAudit } from './thoughtless.ts';

const labels = [...'ABCD'];
const words = 'ash birch cedar elm fir hazel larch maple oak pine rowan willow'.split(' ');

/** Options of any length, of which the right one is the longest a little more often than it should be. */
function leaky(count: number, excess: number) {
  return Array.from({ length: count }, (_, n) => {
    const stream = random('leaky', n);
    const texts = labels.map(() => Array.from({ length: 1 + stream.int(8) }, () => stream.pick(words)).join(' '));
    const longest = texts.indexOf(texts.toSorted((a, b) => b.length - a.length)[0] ?? '');
    const right = stream.next() < excess ? longest : stream.int(4);
    const options = Object.fromEntries(labels.map((label, at) => [label, texts[at] ?? '']));
    return { text: `Which tree is number ${n}?`, options, answer: labels[right] ?? '' };
  });
}

it('finds what is wrong with options, by rule and by learning, and nothing where nothing is wrong', () => {
  const [best] = blindAudit(leaky(1500, 0.15));
  expect(best).toMatchObject({ rule: 'longest', chance: 0.25 });
  expect(best?.hit).toBeGreaterThan(0.33);
  expect(best?.pHolm).toBeLessThan(1e-9);
  expect(learnedAudit(leaky(1500, 0.15)).p).toBeLessThan(1e-6);
  for (const { pHolm } of blindAudit(leaky(1500, 0))) expect(pHolm).toBeGreaterThan(0.05);
  expect(learnedAudit(leaky(1500, 0)).p).toBeGreaterThan(0.01);
});

it('counts a choice among equals as what it gives in the mean', () => {
  const equal = Array.from({ length: 100 }, () => ({ options: { A: '11', B: '12', C: '13', D: '14' }, answer: 'A' }));
  const hits = new Map(blindAudit(equal).map(({ rule, hit }) => [rule, hit]));
  expect([hits.get('longest'), hits.get('odd'), hits.get('even'), hits.get('number 1 by size')]).toEqual([
    0.25, 0.5, 0, 1,
  ]);
});

it('finds who remembers: labels dealt in rounds give themselves away', () => {
  const dealt = Array.from({ length: 400 }, (_, n) => {
    const order = random('dealt', Math.floor(n / 4)).shuffle(labels);
    return { options: Object.fromEntries(labels.map((label) => [label, `${label} ${n}`])), answer: order[n % 4] ?? '' };
  });
  const hits = new Map(memoryAudit(dealt).map(({ rule, hit }) => [rule, hit]));
  expect(hits.get('a label not yet right in this round of all labels')).toBeGreaterThan(0.45);
});

it('finds who copies from the question', () => {
  const copied = leaky(200, 0).map((one) => ({ ...one, text: `Is it ${one.options[one.answer]}?` }));
  expect(thoughtlessAudit(copied)[0]?.hit).toBeGreaterThan(0.9);
});

/** Answers as they come: small numbers, round ones and frequent ones more often than others. */
const gsm8k = Array.from({ length: 1200 }, (_, n) => {
  const stream = random('word problems', n);
  const size = 10 ** (1 + 2 * stream.next());
  const answer = 1 + Math.floor(stream.next() * size);
  return { question: `Problem ${n}?`, answer: `#### ${stream.next() < 0.4 ? 10 * answer : answer}` };
});
const mmlu = Array.from({ length: 1200 }, (_, n) => {
  const stream = random('general', n);
  const texts = labels.map(() => Array.from({ length: 2 + stream.int(6) }, () => stream.pick(words)).join(' '));
  return [`Which trees are number ${n}?`, ...texts, stream.pick(labels)].join(',');
});

it.each([
  ['rsb-math-4', undefined],
  ['rsb-math-wide-10', undefined],
  ['rsb-hardmath-10', { 'test.jsonl': gsm8k }],
  ['rsb-general-10', { 'test/trees_test.csv': `${mmlu.join('\n')}\n` }],
])('%s tells nothing by its options alone', async (id, files) => {
  const suite = suites.find((one) => one.id === id) ?? expect.fail();
  const source = await openQuestions({ kind: suite.source, split: 'test', ...(files && { path: folderWith(files) }) });
  const asked = Array.from({ length: 800 }, (_, index) => assemble({ suite, source, index }));
  // Four suites of which none shall fail by chance.
  for (const { rule, pHolm } of blindAudit(asked)) expect([rule, pHolm > 0.001]).toEqual([rule, true]);
});
