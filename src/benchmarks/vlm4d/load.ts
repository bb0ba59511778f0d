import { basename } from 'node:path';
import type { LoadOptions } from '../../contracts/index.ts';
import { QaDataset, type QaQuestion } from '../qa/dataset.ts';
import { findTables } from '../qa/files.ts';
import { MediaFolder } from '../qa/media.ts';
import { cellsOf, readTable, type TableRow } from '../qa/table.ts';
import { kindOf } from './kinds.ts';

/** `real_mc.json` and `synthetic_mc.json`; clips below the folder as the addresses in them have it. */
export async function load(opts: LoadOptions): Promise<QaDataset> {
  const patterns = [/(^|\/)(real|synthetic)_mc\.json$/];
  const { dir, tables, warnings } = await findTables(opts, { id: 'vlm4d', patterns });
  const media = new MediaFolder(dir);
  const rows = (await Promise.all(tables.map(readTable))).flat();
  const questions = rows.map((row) => questionOf(row, media));
  return new QaDataset({ source: tables.join(', '), questions, warnings });
}

function questionOf(row: TableRow, media: MediaFolder): QaQuestion {
  const cell = cellsOf(row);
  const part = /^synthetic/.test(basename(row.place.file)) ? 'synthetic' : 'real';
  const number = cell.text('id');
  const said = cell.text('answer');
  const choices = cell.texts('choices');
  // Where two options read the same, either counts.
  const answer = Object.keys(choices).find((letter) => choices[letter] === said);
  if (answer === undefined) throw cell.wrong('answer', 'the text of an option');
  const path = cell.text('video').replace(/^https:\/\/[^?#]*\/resolve\/main\//, '');
  return {
    id: `${part}/${number}`,
    cluster: path,
    groups: {
      part,
      kind: kindOf(part, number, said),
      source: path.split('/').slice(0, -1).join('/'),
      options: String(Object.keys(choices).length),
    },
    question: cell.text('question'),
    choices,
    answer,
    texts: {},
    media: [media.find(path, { ...row.place, column: 'video' })],
  };
}
