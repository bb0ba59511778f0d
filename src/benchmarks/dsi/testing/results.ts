import type { UnitResult } from '../../../contracts/index.ts';
import { categoryName, type DsiSample, type DsiView, views } from '../sample.ts';
import { score } from '../score.ts';

/** A question for tests, in one view. */
export function sampleOf(opts: {
  question: number;
  view: DsiView;
  gold: string;
  cate?: number;
  choices?: Record<string, string>;
}): DsiSample {
  const { question, view, gold, cate = 0 } = opts;
  const name = String(question).padStart(4, '0');
  const path = `internet/${question}.mp4`;
  return {
    id: `${name}/${view}`,
    cluster: path,
    groups: { question: name, view, category: categoryName(cate), source: 'internet' },
    media: [],
    view,
    category: cate,
    path,
    question: 'How?',
    options: 'A: a; B: b; C: c; D: d',
    choices: opts.choices ?? { A: 'a', B: 'b', C: 'c', D: 'd' },
    answer: gold,
  };
}

/** What the engine makes of an answer; null is unreadable, an error has no answer at all. */
export function resultOf(sample: DsiSample, answer: string | null | Error, epoch = 0): UnitResult {
  const about = { id: sample.id, epoch, cluster: sample.cluster, groups: sample.groups };
  if (answer instanceof Error)
    return { ...about, outcome: 'provider_error', reason: answer.message, score: null, extraction: null };
  const { value, ...rest } = score(sample, { answer });
  const unread = { outcome: 'unparsed', reason: 'no answer found' } as const;
  return {
    ...about,
    ...(answer === null ? unread : { outcome: 'answered' }),
    score: value,
    extraction: { answer },
    ...rest,
  };
}

/** The four views of a question, by a pattern in the order of `views`: `1` right, `0` wrong, `u` unreadable, `e` error. */
export function patternOf(question: number, pattern: string, cate = 0): UnitResult[] {
  return views.flatMap((view, i) => {
    const sample = sampleOf({ question, view, gold: 'A', cate });
    const answers: Record<string, string | null | Error> = { '1': 'A', '0': 'B', u: null, e: new Error('http 500') };
    const answer = answers[pattern[i] ?? ' '];
    return answer === undefined ? [] : [resultOf(sample, answer)];
  });
}
