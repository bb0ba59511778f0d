import { Summary } from '../../contracts/index.ts';
import { hashStart, readRegular, readRegularText, sha256, sizeOf } from '../../files/index.ts';
import { runPaths } from '../../store/index.ts';
import { canonicalJson } from '../../util/index.ts';

/** Raised whenever the same journal gives another summary: those of older rules are computed again. */
export const SUMMARY_RULES = 2;

/**
 * Says in a summary what it was computed from. @param bytes as much of the journal as was read; where it has grown since, nobody
 * can say what the numbers are of, and nothing is said.
 */
export async function bindSummary(folder: string, summary: Summary, bytes: number): Promise<Summary> {
  const paths = runPaths(folder);
  if (sizeOf(paths.events) !== bytes) return summary;
  const of = {
    rules: SUMMARY_RULES,
    run: sha256(readRegular(paths.run, { inside: folder })),
    journal: { bytes, sha256: await hashStart(paths.events, bytes) },
  };
  return { ...summary, of: { ...of, summary: sha256(canonicalJson({ ...summary, of })) } };
}

/** A summary has a line per group; a larger one is not ours and is computed again. */
const MAX_BYTES = 64 * 2 ** 20;

/** A summary that says what it is of. */
type Bound = Summary & Required<Pick<Summary, 'of'>>;

/** The summary in a run folder, if it is of just this journal. */
export async function readBoundSummary(folder: string): Promise<Summary | undefined> {
  const summary = read(folder)?.summary;
  // A journal that grew need not be hashed: runs that are going are looked at all the time.
  if (!summary || summary.of.journal.bytes !== sizeOf(runPaths(folder).events) || summary.of.rules !== SUMMARY_RULES)
    return undefined;
  return (await changesSince(folder)).length === 0 ? summary : undefined;
}

/** The summary in a run folder, whatever has become of the rest, and also where it does not say what it is of. */
export function readStoredSummary(folder: string): Summary | undefined {
  return parse(folder)?.summary;
}

/** What was changed since a folder's summary was written, though it is never changed: a journal only grows. */
export async function changesSince(folder: string): Promise<string[]> {
  const paths = runPaths(folder);
  const stored = read(folder);
  if (!stored) return [];
  const { raw, summary } = stored;
  const { summary: own, ...of } = summary.of;
  const { bytes } = of.journal;
  const isJournal = sizeOf(paths.events) >= bytes && (await hashStart(paths.events, bytes)) === of.journal.sha256;
  return [
    ...(sha256(canonicalJson({ ...raw, of })) === own ? [] : [`${paths.summary} was changed after it was written`]),
    ...(sha256(readRegular(paths.run, { inside: folder })) === of.run
      ? []
      : [`${paths.run} was changed after the run was summed up`]),
    ...(isJournal ? [] : [`${paths.events} was changed after the run was summed up: a journal only grows`]),
  ];
}

function read(folder: string): { raw: object; summary: Bound } | undefined {
  const stored = parse(folder);
  const of = stored?.summary.of;
  return stored && of && { raw: stored.raw, summary: { ...stored.summary, of } };
}

function parse(folder: string): { raw: object; summary: Summary } | undefined {
  try {
    const raw: unknown = JSON.parse(readRegularText(runPaths(folder).summary, { inside: folder, most: MAX_BYTES }));
    return { raw: Object(raw), summary: Summary.parse(raw) };
  } catch {
    return undefined;
  }
}
