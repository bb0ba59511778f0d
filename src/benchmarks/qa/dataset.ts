import { SextantError } from '../../contracts/index.ts';
import type { MediaPlace } from '../media-places.ts';
import { PlacesDataset } from '../places-dataset.ts';
import type { FoundTables } from './files.ts';
import type { QaSample } from './sample.ts';
import { readTable, type TableRow } from './table.ts';

/** A question with its media not read yet. */
export type QaQuestion = Pick<QaSample, 'id' | 'cluster' | 'groups' | 'question' | 'choices' | 'answer' | 'texts'> & {
  media: readonly MediaPlace[];
};

/** Questions with options or numbers; the data's hash covers questions, options, truths and the names of media. */
export class QaDataset extends PlacesDataset<QaQuestion, QaSample> {
  constructor(opts: { source: string; questions: readonly QaQuestion[]; warnings?: readonly string[] }) {
    const blind = opts.questions.find(({ media }) => media.length === 0);
    if (blind)
      throw new SextantError('bad_data', `question ${blind.id} has no picture and no clip`, {
        where: opts.source,
        fix: 'it would be asked blind: download the table again',
      });
    super({
      ...opts,
      content: ({ question, choices, answer, texts, groups }) => ({ question, choices, answer, texts, groups }),
      sample: ({ media: _, ...rest }, media) => ({ ...rest, media }),
    });
  }
}

/** One question per row of the tables, in their order. @param warningsOf what a person should know about all of them */
export async function questionsOfRows(
  { tables, warnings }: Pick<FoundTables, 'tables' | 'warnings'>,
  questionOf: (row: TableRow, index: number) => QaQuestion | Promise<QaQuestion>,
  warningsOf: (questions: readonly QaQuestion[]) => string[] = () => [],
): Promise<QaDataset> {
  const rows = (await Promise.all(tables.map(readTable))).flat();
  const questions: QaQuestion[] = [];
  // One after the other: pictures may have to be read for their hashes, and not all are to be in memory at once.
  for (const [index, row] of rows.entries()) questions.push(await questionOf(row, index));
  return new QaDataset({ source: tables.join(', '), questions, warnings: [...warnings, ...warningsOf(questions)] });
}
