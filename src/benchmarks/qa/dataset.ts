import { type Dataset, type Json, type MediaRef, SextantError } from '../../contracts/index.ts';
import { at } from '../../util/index.ts';
import { hashOfRows, uniqueIds } from '../files-dataset.ts';
import { type MediaPlace, MediaPlaces } from './media.ts';
import type { QaSample } from './sample.ts';

/** A question with its media not read yet. */
export type QaQuestion = Pick<QaSample, 'id' | 'cluster' | 'groups' | 'question' | 'choices' | 'answer' | 'texts'> & {
  media: readonly MediaPlace[];
};

/**
 * Questions and where their media lie. Media are read and hashed when they are shown, and stand in the run by their own hash; the
 * data's hash covers questions, options, truths and the names of media.
 */
export class QaDataset implements Dataset<QaSample> {
  readonly onDisk = true;
  readonly source: string;
  readonly sha256: string;
  readonly ids: readonly string[];
  readonly warnings: readonly string[];
  readonly #questions: readonly QaQuestion[];
  readonly #media: MediaPlaces;

  constructor(opts: { source: string; questions: readonly QaQuestion[]; warnings?: readonly string[] }) {
    const { source, questions, warnings = [] } = opts;
    if (questions.length === 0) throw new SextantError('bad_data', 'there is no question to ask', { where: source });
    this.source = source;
    this.warnings = warnings;
    this.ids = uniqueIds(
      questions.map(({ id }) => id),
      source,
    );
    this.sha256 = hashOfRows(questions.map(content));
    this.#questions = questions;
    this.#media = new MediaPlaces(questions.flatMap(({ media }) => media));
  }

  async sample(index: number): Promise<QaSample> {
    const { media, ...rest } = at(this.#questions, index);
    const refs: MediaRef[] = [];
    for (const place of media) refs.push(await this.#media.describe(place));
    return { ...rest, media: refs };
  }

  bytes(ref: MediaRef): Promise<Uint8Array> {
    return this.#media.bytes(ref);
  }
}

function content({ id, question, choices, answer, texts, groups, media }: QaQuestion): Record<string, Json> {
  return { id, question, choices, answer, texts, groups, media: media.map(({ name }) => name) };
}
