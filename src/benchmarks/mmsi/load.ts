import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Dataset, type LoadOptions, type MediaRef, SextantError } from '../../contracts/index.ts';
import { sha256 } from '../../files/index.ts';
import { canonicalJson, plural, Recent } from '../../util/index.ts';
import { missingFrom } from './complete.ts';
import { openParquetSource } from './forms/parquet-source.ts';
import type { FoundQuestion } from './forms/question.ts';
import { originalOf, rotate } from './forms/rotate.ts';
import type { MmsiSource } from './forms/source.ts';
import { openTsvSource } from './forms/tsv-source.ts';
import type { MmsiSample } from './sample.ts';

/** Names under which the data are published, the authors' own first. */
const publishedNames = ['MMSI_Bench.parquet', 'MMSI_bench.tsv', 'MMSIBench_wo_circular.tsv', 'MMSIBench_circular.tsv'];

const howToGet =
  'get the data with `sextant data pull mmsi`, or name a file: MMSI_Bench.parquet, MMSI_bench.tsv, MMSIBench_wo_circular.tsv or MMSIBench_circular.tsv';

/**
 * Reads and checks a whole file, pictures included, and keeps the questions; pictures are read again when they are asked for.
 * The hash covers every question, option, answer, category and picture, in order, but neither how a file spells a category nor
 * what is not asked: the authors' parquet and TSV have the same.
 */
export async function load({ dir, args }: LoadOptions): Promise<Dataset<MmsiSample>> {
  const circular = readCircular(args);
  const { file, warnings } = findFile(dir);
  const source = /\.parquet$/i.test(file) ? await openParquetSource(file) : await openTsvSource(file);
  const chosen = choose(source.questions, circular);
  if (chosen.questions.length === 0)
    throw new SextantError('bad_data', 'there is no question to ask', { where: file, fix: chosen.warnings.join('; ') });
  const { questions } = chosen;
  const samples = questions.map((question) => toSample(question, circular));
  return {
    sha256: hashOf(samples.map(content)),
    // It used to cover what only some forms of the data have, such as difficulty.
    formerly: [hashOf(samples)],
    source: `${file} (${source.form}, ${plural(questions.length, circular ? 'rotation' : 'question')})`,
    onDisk: true,
    ids: questions.map(({ index }) => String(index)),
    async sample(index) {
      const question = questions[index];
      if (question) return toSample(question, circular);
      throw new SextantError('bad_argument', `there is no unit ${index} among ${questions.length}`);
    },
    bytes: pictureReader(source, file),
    warnings: [...warnings, ...missingFrom(source.questions), ...source.warnings, ...chosen.warnings],
  };
}

/** What is asked and what counts as right. */
function content({ id, original, question, choices, answer, hint, groups, media }: MmsiSample) {
  const images = media.map(({ sha256 }) => sha256);
  return { id, original, question, choices, answer, hint: hint ?? null, category: groups.category ?? null, images };
}

function hashOf(rows: readonly object[]): string {
  return sha256(rows.map((row) => sha256(canonicalJson(row))).join('\n'));
}

function readCircular({ circular = '0' }: LoadOptions['args']): boolean {
  if (circular === '0' || circular === '1') return circular === '1';
  throw new SextantError('bad_argument', `circular=${circular} is neither 0 nor 1`, {
    where: `mmsi:circular=${circular}`,
    fix: 'mmsi:circular=1 asks every question in four rotations',
  });
}

/** Rotations that a file holds are taken as they are; otherwise they are made, as the authors do. */
function choose(
  found: readonly FoundQuestion[],
  circular: boolean,
): { questions: readonly FoundQuestion[]; warnings: string[] } {
  const rotated = found.some((one) => one.index !== originalOf(one));
  if (rotated && circular) return { questions: found.map((one) => ({ ...one, group: originalOf(one) })), warnings: [] };
  if (rotated) {
    const questions = found.filter((one) => one.index === originalOf(one));
    const warning = `the file holds rotations; of ${plural(found.length, 'row')} only the originals are used: ${plural(questions.length, 'question')} (mmsi:circular=1 uses all)`;
    return { questions, warnings: [warning] };
  }
  const unread = found.filter(({ choices, answer }) => !Object.hasOwn(choices, answer));
  const ids = unread.slice(0, 10).map(({ index }) => index);
  const which = `${plural(unread.length, 'question')} (${ids.join(', ')}${unread.length > ids.length ? ', …' : ''})`;
  const warning = circular
    ? `the options of ${which} cannot be read: left out, as in the authors' circular code`
    : `the options of ${which} cannot be read: asked as published`;
  const warnings = unread.length > 0 ? [warning] : [];
  return { questions: circular ? found.flatMap(rotate) : found, warnings };
}

function toSample(found: FoundQuestion, circular: boolean): MmsiSample {
  const { place: _, index, group = index, category, media, ...rest } = found;
  return {
    id: String(index),
    // Questions about the same pictures are not independent, whatever the order in which they show them.
    cluster: sha256(
      media
        .map(({ sha256 }) => sha256)
        .sort()
        .join('\n'),
    ),
    groups: {
      category,
      images: String(media.length),
      ...(rest.difficulty !== undefined && { difficulty: rest.difficulty }),
      ...(circular && { question: String(group) }),
    },
    media,
    ...rest,
    original: String(group),
  };
}

/** How many questions' pictures are kept: those of one are asked for in a row, and again for its rotations. */
const KEPT = 4;

function pictureReader(source: MmsiSource, file: string): Dataset<MmsiSample>['bytes'] {
  const places = new Map<string, { question: number; picture: number }>();
  for (const [question, { media }] of source.questions.entries())
    for (const [picture, { sha256 }] of media.entries())
      if (!places.has(sha256)) places.set(sha256, { question, picture });
  const recent = new Recent<number, Promise<Uint8Array[]>>(KEPT);

  const picturesOf = (question: number) => recent.get(question) ?? recent.set(question, source.pictures(question));

  return async (ref: MediaRef) => {
    const place = places.get(ref.sha256);
    if (!place) {
      throw new SextantError('missing_blob', `no picture of this data set has sha256 ${ref.sha256}`, {
        where: file,
        fix: 'use the data that the run was made with',
      });
    }
    const bytes = (await picturesOf(place.question))[place.picture];
    if (bytes && sha256(bytes) === ref.sha256) return bytes;
    throw new SextantError('bad_data', 'the file has changed since it was opened', { where: file, fix: 'start again' });
  };
}

/** The file to read in a folder, or the file itself, and what else a person should know. */
function findFile(path: string | undefined): { file: string; warnings: string[] } {
  if (path === undefined)
    throw new SextantError('bad_argument', 'MMSI-Bench needs its data', { where: '--data', fix: howToGet });
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new SextantError('bad_argument', 'there is no such file or folder', { where: path, fix: howToGet });
  if (!found.isDirectory()) return { file: tableFile(path), warnings: [] };
  const tables = readdirSync(path)
    .filter((name) => /\.(parquet|tsv)$/i.test(name))
    .sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
  const [first, ...others] = tables;
  if (first === undefined) {
    throw new SextantError('bad_data', 'this folder has no .parquet and no .tsv file', { where: path, fix: howToGet });
  }
  const warning = `${path} also has ${others.join(', ')}; ${first} is used (name another file with --data to use that)`;
  return { file: join(path, first), warnings: others.length > 0 ? [warning] : [] };
}

function rankOf(name: string): number {
  const at = publishedNames.findIndex((one) => one.toLowerCase() === name.toLowerCase());
  return at === -1 ? publishedNames.length : at;
}

function tableFile(path: string): string {
  if (/\.(parquet|tsv)$/i.test(path)) return path;
  throw new SextantError('bad_data', `${basename(path)} is neither .parquet nor .tsv`, { where: path, fix: howToGet });
}
