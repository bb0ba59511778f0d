import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SextantError } from '../../contracts/index.ts';
import { bench, type Edition, expand } from './edition.ts';
import { easiEntries } from './form-easi.ts';
import { parquetEntries } from './form-parquet.ts';
import { rawEntries } from './form-raw.ts';
import { tsvEntries } from './form-tsv.ts';
import type { Entry } from './row.ts';

/** Data as it was found: which form it has, and the files of each split. */
export interface FoundForm {
  form: string;
  /** The folder that it lies in. */
  root: string;
  splits: ReadonlyMap<string, readonly string[]>;
  /** The questions of a split, which is in these files. */
  entries(files: readonly string[], root: string, split: string): AsyncIterable<Entry>;
}

interface Form extends Pick<FoundForm, 'entries'> {
  name: string;
  /** Whether there is such a form of it; of both editions unless told. */
  existsFor?(edition: Edition): boolean;
  /** Folders to look into, below the root. */
  folders(split: string): string[];
  /** Whether this file of such a folder holds the split; `own`: the folder has the split's name. */
  holds(file: string, split: string, own: boolean): boolean;
}

const forms: readonly Form[] = [
  {
    name: 'raw folders',
    folders: (split) => [split],
    holds: (file) => file === 'question.json',
    entries: rawEntries,
  },
  {
    name: 'parquet',
    // The card treats splits as configurations in one place, and so do some copies.
    folders: (split) => ['', 'data', split, `data/${split}`, `default/${split}`],
    holds: (file, split, own) =>
      file.endsWith('.parquet') && (own || file.startsWith(`${split}-`) || file === `${split}.parquet`),
    entries: parquetEntries,
  },
  {
    name: 'VLMEvalKit TSV',
    folders: () => [''],
    holds: (file, split) => file === `refspatial_${split}.tsv`,
    entries: tsvEntries,
  },
  {
    name: 'EASI TSV',
    existsFor: ({ easi }) => easi,
    folders: () => [''],
    holds: (file, split) => file === 'refspatial.tsv' || (file === 'refspatial_wo_unseen.tsv' && split !== 'unseen'),
    entries: easiEntries,
  },
];

/**
 * Looks for the benchmark in a folder, in all forms it is published in. Where there are several, as in a clone of the
 * repository, the one with most splits is taken, and of equals the raw folders, which the authors' script reads. A path may also
 * name one of the files, and then only that is looked at.
 */
export function findForm(edition: Edition, path: string): FoundForm {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new SextantError('bad_data', 'there is no such file or folder', { where: path });
  const [dir, only] = found.isDirectory() ? [path, undefined] : [dirname(path), basename(path)];
  const existing = forms.filter((form) => form.existsFor?.(edition) ?? true);
  for (const root of new Set(['', edition.folder, bench.folder, expand.folder])) {
    const all = existing.map((form) => ({ form: form.name, root: dir, entries: form.entries, splits: lookFor(form) }));
    const best = all.reduce((a, b) => (b.splits.size > a.splits.size ? b : a));
    if (best.splits.size > 0) return best;

    function lookFor(form: Form): Map<string, string[]> {
      const splits = new Map<string, string[]>();
      for (const split of Object.keys(edition.splits)) {
        const files = filesOf(form, split, join(dir, root), only);
        if (files.length > 0) splits.set(split, files);
      }
      return splits;
    }
  }
  throw new SextantError('bad_data', `there is nothing of ${edition.title} here`, {
    where: path,
    fix: 'the folder must hold data/location-*.parquet …, or Location/question.json with image/ and mask/ …, or RefSpatial_Location.tsv …, or RefSpatial.tsv of EASI',
  });
}

/** The files of a split, from the first folder that has any, in the order of their names. */
function filesOf(form: Form, split: string, root: string, only: string | undefined): string[] {
  for (const folder of form.folders(split)) {
    const path = folder.split('/').reduce<string | undefined>(below, root);
    if (path === undefined) continue;
    const names = list(path).filter(
      (name) => (only ?? name) === name && form.holds(name.toLowerCase(), split, folder.endsWith(split)),
    );
    if (names.length > 0) return names.sort().map((name) => join(path, name));
  }
  return [];
}

/** A folder in a folder, whatever the case of its letters. */
function below(path: string | undefined, name: string): string | undefined {
  if (path === undefined || name === '') return path;
  const found = list(path).find((entry) => entry.toLowerCase() === name);
  return found === undefined ? undefined : join(path, found);
}

function list(path: string): string[] {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(path) : [];
}
