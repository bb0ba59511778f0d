import { joinQuestion, partQuestion } from '../circular.ts';

/**
 * The four rotations of a question that MMSI-Bench's circular evaluation asks: in rotation k, each option has moved up k letters.
 * None when the options cannot be read or the answer is none of them; the official code skips such questions.
 */
export function rotations(question: string, answer: string): { question: string; answer: string }[] {
  const { stem, options } = partQuestion(question);
  if (!Object.hasOwn(options, answer)) return [];
  return ['ABCD', 'BCDA', 'CDAB', 'DABC'].map((order) => {
    const moved = [...order].flatMap((from, to) => {
      const option = options[from];
      return option === undefined ? [] : [['ABCD'.charAt(to), option]];
    });
    const rotated = joinQuestion({ stem, options: Object.fromEntries(moved) });
    return { question: rotated, answer: 'ABCD'.charAt(order.indexOf(answer)) };
  });
}
