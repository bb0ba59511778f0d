import { at } from '../../../../util/index.ts';
import type { AssembledQuestion } from '../assemble.ts';
import { trigramsOf } from './blind-rules.ts';
import { HitCounter, type Hits } from './hits.ts';

type WordedQuestion = Pick<AssembledQuestion, 'text' | 'options' | 'answer'>;

/** What one does who looks at a question without thinking about it. */
const shortcuts: readonly [name: string, scores: (question: string) => (option: string) => number][] = [
  [
    'most letters in common with the question',
    (question) => {
      const there = new Set(trigramsOf(question));
      return (option) => trigramsOf(option).filter((trigram) => there.has(trigram)).length / trigramsOf(option).length;
    },
  ],
  [
    'a number of the question',
    (question) => {
      const numbers = new Set(numbersIn(question));
      return (option) => Number(numbersIn(option).some((number) => numbers.has(number)));
    },
  ],
  [
    'one operation on two numbers of the question',
    (question) => {
      const numbers = numbersIn(question);
      const results = new Set(
        numbers.flatMap((a, n) =>
          numbers.flatMap((b, m) => (n === m ? [] : [a + b, a - b, a * b, ...(b === 0 ? [] : [a / b])])),
        ),
      );
      return (option) => Number(numbersIn(option).some((number) => results.has(number)));
    },
  ],
];

/** How often that is right. It needs the question, so it is no blind rule; what calculates may well deserve its score. */
export function thoughtlessAudit(asked: readonly WordedQuestion[]): Hits[] {
  return shortcuts.map(([name, scores]) => {
    const counter = new HitCounter();
    for (const { text, options, answer } of asked) {
      const score = scores(text);
      counter.add(Object.values(options).map(score), Object.keys(options).indexOf(answer));
    }
    return counter.result(name);
  });
}

function numbersIn(text: string): number[] {
  return [...text.matchAll(/\d[\d,]*(\.\d+)?/g)].map((match) => Number(at(match, 0).replaceAll(',', '')));
}
