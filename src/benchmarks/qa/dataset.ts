import { SextantError } from '../../contracts/index.ts';
import type { MediaPlace } from '../media-places.ts';
import { PlacesDataset } from '../places-dataset.ts';
import type { QaSample } from './sample.ts';

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
