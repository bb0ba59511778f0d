import { availableParallelism } from 'node:os';
import { basename, dirname } from 'node:path';
import { SextantError } from '../contracts/index.ts';
import { makeFolder } from '../files/index.ts';
import { encodeShown } from '../media/index.ts';
import { readEvents } from '../store/index.ts';
import { at, byteSize, plural } from '../util/index.ts';
import { type OpenRun, RunCatalog } from './run-catalog.ts';
import type { OpenData } from './run-media.ts';
import { filePart } from './send.ts';
import type { ServedRun } from './stored-run.ts';
import type { PackFile, ReportFront, RunHead } from './wire.ts';
import { PackWriter } from './zip-write.ts';

export interface PackOptions {
  /** Run folders, or folders with runs in them. */
  roots: readonly string[];
  out: string;
  openData: OpenData;
  /**
   * The file never becomes larger: pictures are left out, what scoring and replay need never is, and where that alone is too
   * much there is no file.
   */
  maxBytes?: number;
  /** Pictures and clips encoded again for the size they are shown at, or as the models were shown them (the default). */
  pictures?: 'shown' | 'full';
  /** Makes it a report, which opens on a page of its own. */
  front?: ReportFront;
  /** Whether records are deflated: smaller, but no longer to be read in parts. */
  deflate?: boolean;
  /** How large the file becomes that so many bytes of packed runs are put into, where that is another one. */
  fileSize?(packed: number): number;
}

export interface Packed {
  runs: RunHead[];
  bytes: number;
}

/** Writes runs into one file that the viewer reads from a static host: questions, answers, scores, pictures. */
export async function packRuns(opts: PackOptions): Promise<Packed> {
  const catalog = new RunCatalog(opts.roots, opts.openData);
  makeFolder(dirname(opts.out));
  const zip = new PackWriter(opts.out);
  try {
    const { maxBytes = Number.POSITIVE_INFINITY, fileSize = (packed) => packed } = opts;
    const open: RunPacking[] = [];
    for (const id of catalog.folders().keys()) {
      const run = await catalog.run(id);
      // Always recomputed: a summary stored in the folder is not trusted.
      const head = { ...(await catalog.head(id)), summary: run.stored.summary() };
      open.push({ head, run, seen: new Set(), large: { files: 0, bytes: 0 }, missing: 0 });
    }
    // First the required records of all runs; pictures share the remaining space.
    for (const { head, run } of open) await addRecords(zip, head, run, opts.deflate === true);
    const packed = new Set<string>();
    for (const each of open) await addFiles(zip, each, evidenceOf(each.run.stored), { packed, fits: () => true });
    const reserve = contentsOf(open, opts).length + NOTES * open.length;
    const fits = (entry: { name: string; size: number }) =>
      fileSize(zip.finished(entry) + zip.finished({ name: CONTENTS, size: reserve }) - zip.finished()) <= maxBytes;
    const encode = opts.pictures === 'shown' ? encodeShown : undefined;
    for (const each of open) await addFiles(zip, each, picturesOf(each.run.stored), { packed, fits, encode });
    const stills = { left: MOST_STILLS };
    for (const each of open) await addStills(zip, each.run, { packed, fits, stills });
    await (opts.deflate
      ? zip.addPacked(CONTENTS, [contentsOf(open, opts)])
      : zip.add(CONTENTS, [contentsOf(open, opts)]));
    const size = fileSize(zip.finished());
    if (size > maxBytes) throw tooSmall(size, maxBytes);
    zip.finish();
    const runs = open.map((each) => packedHead(each, maxBytes));
    return { runs, bytes: zip.size };
  } catch (error) {
    zip.abandon();
    throw error;
  } finally {
    await catalog.close();
  }
}

/** The name of the table of contents, and the most that what was left out adds to it for a run. */
const [CONTENTS, NOTES] = ['pack.json', 512];

function contentsOf(open: readonly RunPacking[], { maxBytes = Number.POSITIVE_INFINITY, front }: PackOptions): Buffer {
  const runs = open.map((each) => packedHead(each, maxBytes));
  const contents: PackFile = { format: 'sextant-pack-1', runs, ...(front && { front }) };
  return Buffer.from(JSON.stringify(contents));
}

function tooSmall(size: number, maxBytes: number): SextantError {
  const message = `without any picture the file has ${byteSize(size)}, more than ${byteSize(maxBytes)}`;
  // Rounded up, including what a different limit may add to the notes: the suggested size must suffice.
  const fix = `allow ${Math.ceil((size + NOTES) / 1e4) / 100} MB or more, or take fewer runs`;
  return new SextantError('bad_argument', message, { where: '--max-size', fix });
}

async function addRecords(
  zip: PackWriter,
  { id, run, summary }: RunHead,
  { stored }: OpenRun,
  deflate: boolean,
): Promise<void> {
  const { path, bytes } = stored.journal;
  // What does not fit into memory is not deflated.
  const packed = deflate && bytes < MOST_DEFLATED;
  const add = (name: string, parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) =>
    packed ? zip.addPacked(`runs/${id}/${name}`, parts) : zip.add(`runs/${id}/${name}`, parts);
  await add('run.json', [Buffer.from(JSON.stringify(run))]);
  await add('summary.json', [Buffer.from(JSON.stringify(summary))]);
  await add('units.json', listed(stored.rows()));
  await add('index.json', listed(stored.index.all));
  await add('events.ndjson', filePart(path, 0, bytes));
}

const MOST_DEFLATED = 1 << 28;

/** A JSON list, piece by piece. */
function* listed(values: Iterable<unknown>): Generator<Uint8Array> {
  let pieces = ['['];
  let first = true;
  for (const value of values) {
    pieces.push(first ? '' : ',', JSON.stringify(value));
    first = false;
    if (pieces.length < 1000) continue;
    yield Buffer.from(pieces.join(''));
    pieces = [];
  }
  yield Buffer.from(`${pieces.join('')}]`);
}

/** A run on its way into the file, and what was left out of it. */
interface RunPacking {
  head: RunHead;
  run: OpenRun;
  seen: Set<string>;
  large: { files: number; bytes: number };
  missing: number;
}

/** Instead of the bytes of a file that there is no room for. */
const TOO_LARGE: 'too large' = 'too large';

/** What is made of each, in order; as many are in the making as there are cores. */
async function* ahead<T, R>(
  items: AsyncIterable<T> | Iterable<T>,
  make: (item: T) => Promise<R>,
): AsyncGenerator<R, void, void> {
  const making: Promise<R>[] = [];
  for await (const item of items) {
    const next = make(item);
    // Seen when its turn comes.
    next.catch(() => {});
    making.push(next);
    if (making.length > availableParallelism()) yield await at(making.splice(0, 1), 0);
  }
  for (const last of making) yield await last;
}

/** `fits` is asked with a file's name and true size: what a run says of it may be wrong. */
async function addFiles(
  zip: PackWriter,
  packing: RunPacking,
  needs: AsyncIterable<Need> | Iterable<Need>,
  opts: {
    packed: Set<string>;
    fits(entry: { name: string; size: number }): boolean;
    encode?: typeof encodeShown | undefined;
  },
): Promise<void> {
  const { run, seen, large } = packing;
  // Encoded again it may fit where the original does not.
  const mayFit = ({ hash, bytes }: Need) =>
    opts.fits({ name: blobName(hash), size: opts.encode ? Math.min(bytes, LEAST) : bytes });
  const prepare = async (need: Need) => {
    const { hash, type = '' } = need;
    if (seen.has(hash) || opts.packed.has(hash)) return undefined;
    seen.add(hash);
    const found = mayFit(need) ? await run.media.verified(hash) : TOO_LARGE;
    const shown = found === undefined || found === TOO_LARGE ? undefined : await opts.encode?.(found, type);
    return { need, found, shown };
  };
  for await (const prepared of ahead(needs, prepare)) {
    if (prepared === undefined) continue;
    const { need, shown } = prepared;
    const { hash, bytes } = need;
    // What was written meanwhile may have taken the room.
    const found = prepared.found === undefined || mayFit(need) ? prepared.found : TOO_LARGE;
    if (found === undefined) {
      packing.missing += 1;
      continue;
    }
    const name = shown ? `shown/${hash}.${shown.ending}` : blobName(hash);
    const kept = found === TOO_LARGE ? found : (shown?.bytes ?? found);
    if (kept === TOO_LARGE || !opts.fits({ name, size: kept.length })) {
      large.files += 1;
      large.bytes += kept === TOO_LARGE ? bytes : kept.length;
    } else {
      await zip.add(name, [kept]);
      opts.packed.add(hash);
    }
  }
}

/** Tables that are drawn for a pack: each takes some hundredths of a second. */
const MOST_STILLS = 500;

/** Small pictures of the tables that a robot acted on; where they do not fit, lists do without. */
async function addStills(
  zip: PackWriter,
  { stored, media }: OpenRun,
  opts: { packed: Set<string>; fits(entry: { name: string; size: number }): boolean; stills: { left: number } },
): Promise<void> {
  for (const hash of stored.stills.keys()) {
    if (opts.packed.has(hash) || opts.stills.left === 0) continue;
    const bytes = await media.still(hash);
    const name = `stills/${hash}.webp`;
    if (!bytes || !opts.fits({ name, size: bytes.length })) continue;
    await zip.add(name, [bytes]);
    opts.packed.add(hash);
    opts.stills.left -= 1;
  }
}

/** No picture is smaller. */
const LEAST = 500;

const blobName = (hash: string) => `blobs/${hash}`;

function packedHead({ head, large, missing }: RunPacking, maxBytes: number): RunHead {
  const notes = [
    ...(large.files > 0
      ? [
          `${plural(large.files, 'picture or clip', 'pictures or clips')} (${byteSize(large.bytes)}) left out: the file would be larger than ${byteSize(maxBytes)}`,
        ]
      : []),
    ...(missing > 0 ? [`${plural(missing, 'file')} left out: neither in the run nor in the data`] : []),
  ];
  // The path on this machine is private.
  return { ...head, folder: basename(head.folder), ...(notes.length > 0 ? { left: notes } : {}) };
}

/** A file that a run refers to. */
interface Need {
  hash: string;
  bytes: number;
  type?: string;
}

/** Every picture that a run's pages show, those of wrong answers first. */
function* picturesOf(stored: ServedRun): Generator<Need> {
  const wrong = new Set<string>();
  for (const { result } of stored.rows()) if (result.score === null || result.score < 1) wrong.add(result.id);
  for (const first of [true, false]) {
    for (const { ref, sample } of stored.index.media.values())
      if (wrong.has(sample) === first) yield { hash: ref.sha256, bytes: ref.bytes, type: ref.type };
  }
}

/** What scoring and replay cannot do without: masks of all questions, commands of all episodes. */
async function* evidenceOf({ journal, benchmark, blobs }: ServedRun): AsyncGenerator<Need> {
  for await (const read of readEvents(journal.path)) {
    if (!('event' in read)) continue;
    const { event } = read;
    if (event.event === 'sample' && benchmark.evidence) {
      const { data } = benchmark.schema.safeParse(event.sample);
      if (data) for (const { sha256: hash, bytes } of benchmark.evidence(data)) yield { hash, bytes };
    }
    const hash = event.event === 'attempt' ? event.reply?.episode?.actions.sha256 : undefined;
    if (hash !== undefined) yield { hash, bytes: blobs.find(hash)?.bytes ?? 0 };
  }
}
