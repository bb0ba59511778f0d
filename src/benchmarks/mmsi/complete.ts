import { count, plural } from '../../util/index.ts';
import type { FoundQuestion } from './forms/question.ts';
import { originalOf, ROTATIONS } from './forms/rotate.ts';

/** So many does the authors' card say. */
export const QUESTIONS = 1000;
/** More than this many are only counted. */
const MOST = 10;

/** What a published file has and this one has not: questions, or, in a file with rotations, some of those. */
export function missingFrom(found: readonly FoundQuestion[]): string[] {
  const questions = Map.groupBy(found, originalOf);
  const rotated = questions.size < found.length;
  const torn = [...questions].filter(([, rows]) => rotated && rows.length !== ROTATIONS).map(([id]) => id);
  const ids = `${torn.slice(0, MOST).join(', ')}${torn.length > MOST ? ', …' : ''}`;
  return [
    ...(questions.size === QUESTIONS
      ? []
      : [`${plural(questions.size, 'question')} here, MMSI-Bench has ${count(QUESTIONS)}: scores are of these alone`]),
    ...(torn.length > 0 ? [`${plural(torn.length, 'question')} without all ${ROTATIONS} rotations: ${ids}`] : []),
  ];
}
