import { dirname } from 'node:path';
import type { Dataset, LoadOptions } from '../../contracts/index.ts';
import { at } from '../../util/index.ts';
import type { MediaPlace } from '../media-places.ts';
import { PlacesDataset } from '../places-dataset.ts';
import { knownMask } from '../pointing/mask-place.ts';
import { findTables } from '../qa/files.ts';
import { MediaFolder, picturesIn } from '../qa/media.ts';
import { cellsOf, readTable, type TableRow } from '../qa/table.ts';
import { suffix } from './protocols.ts';
import type { Where2placeSample } from './sample.ts';

type Where2placeQuestion = Pick<Where2placeSample, 'id' | 'cluster' | 'groups' | 'question' | 'prompt' | 'size'> & {
  media: readonly [image: MediaPlace, mask: MediaPlace];
  maskHash: string;
};

/**
 * The authors' folder (`point_questions.jsonl`, `images/`, `masks/00.jpg` …), or FlagEval's parquet with pictures and masks in it.
 * Every mask is decoded once: one that cannot be scored with must show before anything is asked.
 */
export async function load(opts: LoadOptions): Promise<Dataset<Where2placeSample>> {
  const { tables } = await findTables(opts, {
    id: 'where2place',
    patterns: [/(^|\/)point_questions\.jsonl$/, /(^|\/)test-[^/]*\.parquet$/],
  });
  const questions: Where2placeQuestion[] = [];
  for (const table of tables) {
    const media = new MediaFolder(dirname(table));
    for (const [index, row] of (await readTable(table)).entries())
      questions.push(await (/\.parquet$/i.test(table) ? fromParquet(row) : fromFolder(row, index, media)));
  }
  return new PlacesDataset<Where2placeQuestion, Where2placeSample>({
    source: tables.join(', '),
    questions,
    content: ({ question, prompt, groups, maskHash }) => ({ question, prompt, groups, mask: maskHash }),
    sample: ({ media: _, maskHash: __, ...rest }, refs) => ({ ...rest, media: [at(refs, 0)], mask: at(refs, 1) }),
  });
}

/** The masks are numbered by the line of their question, as the authors' script reads them. */
async function fromFolder(row: TableRow, index: number, media: MediaFolder): Promise<Where2placeQuestion> {
  const cell = cellsOf(row);
  const prompt = cell.text('text').replace(/^<image>\n/, '');
  const path = `masks/${String(index).padStart(2, '0')}.jpg`;
  return await described({
    id: cell.optional('question_id') || String(index),
    cluster: cell.text('image'),
    category: cell.optional('category'),
    prompt,
    question: prompt.split(' Your answer')[0] ?? prompt,
    image: media.find(`images/${cell.text('image')}`, { ...row.place, column: 'image' }),
    mask: media.find(path, row.place),
  });
}

async function fromParquet(row: TableRow): Promise<Where2placeQuestion> {
  const cell = cellsOf(row);
  const question = cell.text('question');
  const [image] = await picturesIn(row, ['image']);
  const [mask] = await picturesIn(row, ['mask']);
  if (!image || !mask) throw cell.wrong(image ? 'mask' : 'image', 'a picture');
  const id = cell.text('question_id', 'id');
  return await described({
    id,
    // The table does not say which pictures are the same.
    cluster: id,
    category: cell.optional('category'),
    question,
    prompt: question.includes('Your answer should') ? question : `${question} ${suffix}`,
    image,
    mask,
  });
}

async function described(found: {
  id: string;
  cluster: string;
  category: string;
  question: string;
  prompt: string;
  image: MediaPlace;
  mask: MediaPlace;
}): Promise<Where2placeQuestion> {
  const { id, cluster, category, question, prompt, image } = found;
  const mask = await knownMask(found.mask);
  return {
    id,
    cluster,
    groups: { ...(category !== '' && { category }), chance: mask.share.toFixed(4) },
    question,
    prompt,
    size: mask.size,
    media: [image, mask.place],
    maskHash: mask.sha256,
  };
}
