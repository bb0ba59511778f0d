import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Answered, type Dataset, type Prediction, SextantError } from '../../contracts/index.ts';
import { dsiOfficial } from '../../extract/index.ts';
import { badData, type CsvCell, inferCsvColumn, readCsvTable, writeCsv } from '../../tables/index.ts';
import { at, demand, plural } from '../../util/index.ts';
import { type DsiSample, type DsiView, isView, views } from './sample.ts';
import { finalAnswer, scoredLetter, unread } from './score.ts';

/**
 * The authors' result files: `<view>/<model>.csv`, one row per row of the metadata, in the same order, without ids.
 * `path` is the folder above the views, or one of the files where the folder holds several models.
 */
export async function* readResultFiles(path: string, dataset: Dataset<DsiSample>): AsyncGenerator<Prediction> {
  const files = findFiles(path);
  const found = new Map<string, Prediction>();
  for (const [view, ids] of Map.groupBy(dataset.ids, viewOf))
    for (const prediction of await readOne(join(files.dir, view, files.name), ids))
      found.set(prediction.id, prediction);
  for (const id of dataset.ids) {
    const prediction = found.get(id);
    if (prediction) yield prediction;
  }
}

/** Which files belong together. */
function findFiles(path: string): { dir: string; name: string } {
  if (!statSync(path).isDirectory()) {
    if (isView(basename(dirname(path)))) return { dir: dirname(dirname(path)), name: basename(path) };
    throw new SextantError('bad_data', 'the file must lie in a folder named after its view', {
      where: path,
      fix: `the files of one model are ${views.map((view) => `${view}/<model>.csv`).join(', ')}`,
    });
  }
  const folders = views.map((view) => join(path, view)).filter((folder) => existsSync(folder));
  const names = new Set(folders.flatMap((folder) => readdirSync(folder).filter((name) => name.endsWith('.csv'))));
  const [name, ...others] = names;
  if (name !== undefined && others.length === 0) return { dir: path, name };
  throw new SextantError('bad_data', name ? `there are results of ${names.size} models` : 'there are no result files', {
    where: path,
    fix: name ? `name one of its files: ${join(path, 'std', name)}` : 'expected std/<model>.csv and so on',
  });
}

async function readOne(file: string, ids: readonly string[]): Promise<Prediction[]> {
  const { rows } = await readCsvTable(file, { columns: ['final_answer'] });
  if (rows.length !== ids.length)
    throw badData(`${plural(rows.length, 'row')} here, but ${ids.length} in the metadata`, { file });
  const finals = inferCsvColumn(rows.map(({ values }) => demand(values, 'final_answer'))).str;
  return rows.map(({ values, line }, n) => ({
    id: at(ids, n),
    epoch: 0,
    ...saidIn(values.result_text ?? '', at(finals, n)),
    where: `${file}:${line}`,
  }));
}

/**
 * A text that is read as what counts, which is the first character of `final_answer`: the model's own words where they say
 * the same, otherwise (files from elsewhere, or edited ones) a text that does, with the model's words beside it. No words and no answer are what the authors record
 * when every request failed; an empty reply looks the same, so that nobody can say whether there was one.
 */
function saidIn(said: string, final: string): Pick<Prediction, 'text' | 'words'> {
  if (said === '' && final === unread) return { text: null };
  const letter = scoredLetter(final);
  const meant = /^[A-D]$/.test(letter) ? letter : null;
  const candidates = [said, ...(meant ? [`<answer>${meant}</answer>`] : [final])];
  const text = candidates.find((one) => readLetter(one) === meant) ?? '';
  return text === said || said === '' ? { text } : { text, words: said };
}

function readLetter(text: string): string | number | null {
  const extraction = dsiOfficial.extract(text, {});
  return 'answer' in extraction ? extraction.answer : null;
}

/** Writes them as pandas would, so that the authors' script runs on them. */
export async function writeResultFiles(
  units: AsyncIterable<Answered<DsiSample>>,
  dir: string,
  about: { model: string },
): Promise<string[]> {
  const byView = new Map<DsiView, CsvCell[][]>();
  for await (const { sample, text, words, result } of units) {
    const rows = byView.get(sample.view) ?? [];
    byView.set(sample.view, rows);
    // Without ids, a row left out would shift all others.
    if (Number(sample.groups.question) !== rows.length)
      throw new SextantError('bad_run', `expected question ${rows.length} of ${sample.view}, not ${sample.id}`, {
        fix: 'these files hold every question in order: export a run of the whole benchmark',
      });
    rows.push([words ?? text, finalAnswer(result.extraction)]);
  }
  const name = `${about.model.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.csv`;
  return [...byView].map(([view, rows]) => {
    const path = join(dir, view, name);
    writeCsv(path, ['result_text', 'final_answer'], rows);
    return path;
  });
}

function viewOf(id: string): DsiView {
  const view = id.slice(id.indexOf('/') + 1);
  if (isView(view)) return view;
  throw new SextantError('internal', `${id} names no view`);
}
