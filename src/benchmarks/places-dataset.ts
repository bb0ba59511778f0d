import { type Dataset, type Json, type MediaRef, type Sample, SextantError } from '../contracts/index.ts';
import { at } from '../util/index.ts';
import { hashOfRows, uniqueIds } from './files-dataset.ts';
import { type MediaPlace, MediaPlaces } from './media-places.ts';

interface PlacesOptions<Q, S> {
  source: string;
  questions: readonly Q[];
  /** What is asked and what counts as right, without its media: the data's hash covers it and the names of the media. */
  content(question: Q): Record<string, Json>;
  /** `refs` are the question's media, in order. */
  sample(question: Q, refs: MediaRef[]): S;
  warnings?: readonly string[];
}

/** Questions and where their media lie. Media are read and hashed when they are shown, and stand in the run by their own hash. */
export class PlacesDataset<Q extends { id: string; media: readonly MediaPlace[] }, S extends Sample>
  implements Dataset<S>
{
  readonly onDisk = true;
  readonly source: string;
  readonly sha256: string;
  readonly ids: readonly string[];
  readonly warnings: readonly string[];
  readonly #opts: PlacesOptions<Q, S>;
  readonly #media: MediaPlaces;

  constructor(opts: PlacesOptions<Q, S>) {
    const { source, questions, warnings = [] } = opts;
    if (questions.length === 0) throw new SextantError('bad_data', 'there is no question to ask', { where: source });
    this.#opts = opts;
    this.source = source;
    this.warnings = warnings;
    this.ids = uniqueIds(
      questions.map(({ id }) => id),
      source,
    );
    const rowOf = (question: Q) => ({
      ...opts.content(question),
      id: question.id,
      media: question.media.map(({ name }) => name),
    });
    this.sha256 = hashOfRows(questions.map(rowOf));
    this.#media = new MediaPlaces([...new Set(questions.flatMap(({ media }) => media))]);
  }

  async sample(index: number): Promise<S> {
    const question = at(this.#opts.questions, index);
    const refs: MediaRef[] = [];
    for (const place of question.media) refs.push(await this.#media.describe(place));
    return this.#opts.sample(question, refs);
  }

  bytes(ref: MediaRef): Promise<Uint8Array> {
    return this.#media.bytes(ref);
  }
}
