import { existsSync } from 'node:fs';
import { z } from 'zod';
import { MediaRef, parseRunLine, type RunEvent, type RunFile, SextantError } from '../contracts/index.ts';
import { sha256, writeFolderAtomic } from '../files/index.ts';
import { Blobs, Journal, runPaths, writeRunFile } from '../store/index.ts';
import { canonicalJson } from '../util/index.ts';
import { type Database, jsonText, SCHEMA } from './database.ts';
import { type ReadFiles, readShared, readStored } from './file-store.ts';
import { type Plan, planRun } from './plan.ts';

export interface PullOptions {
  plan: Plan;
  /** A folder that does not exist yet. */
  out: string;
  /** Where workers put their files, if not into the database. */
  files?: string;
  /** Pull also where units have no end yet. */
  partial?: boolean;
}

export interface Pulled {
  run: RunFile;
  /** Units that have an end. */
  units: number;
  /** What is wrong, and was left out. */
  problems: string[];
}

/** Lines that are read, and written, at once; fewer where they are long. */
const LINES_AT_ONCE = 1000;
const BYTES_AT_ONCE = 1 << 25;
/** More than all that is ever told of one sample. */
const SAMPLE_BYTES = 1 << 27;
const StoredRow = z.object({
  unit: z.int(),
  epoch: z.int(),
  answer: z.boolean(),
  final: z.boolean(),
  at: z.string(),
  worker: z.string(),
  seq: z.int(),
  lines: z.string(),
});
type StoredRow = z.infer<typeof StoredRow>;

/**
 * Writes what a fleet has done as an ordinary run. A database is believed nothing: each line is read by the journal's own rules and
 * must be about the unit that it stands for, and each file must be what its name says.
 */
export async function pullRun(db: Database, { plan, out, files, partial = false }: PullOptions): Promise<Pulled> {
  demandFree(out);
  const run = await planRun(db, plan);
  const readFiles = files === undefined ? readStored(db, plan.id) : readShared(files);
  let pulled: { units: number; problems: string[] } = { units: 0, problems: [] };
  await writeFolderAtomic(out, async (draft) => {
    pulled = await new RunWriter(draft, readFiles).write(db, plan);
    if (pulled.units < run.units && !partial)
      throw new SextantError('parts_missing', `${run.units - pulled.units} of ${run.units} units have no end yet`, {
        fix: 'wait for the fleet (`sextant fleet status`), or pull what there is with --partial',
      });
    writeRunFile(draft, run);
  });
  return { run, ...pulled };
}

/** A folder may hold more than the database has: it is never replaced. */
export function demandFree(folder: string): void {
  if (!existsSync(folder)) return;
  throw new SextantError('bad_argument', 'this folder exists already', { where: folder, fix: 'choose another --out' });
}

class RunWriter {
  readonly #readFiles: ReadFiles;
  readonly #blobs: Blobs;
  readonly #journal: Journal;
  readonly #problems: string[] = [];
  /** Lines whose files are not there yet, and how long they are. */
  #held: { id: string; event: RunEvent }[] = [];
  #heldBytes = 0;

  constructor(draft: string, readFiles: ReadFiles) {
    this.#readFiles = readFiles;
    this.#blobs = new Blobs(draft);
    this.#journal = new Journal(runPaths(draft).events);
  }

  async write(db: Database, plan: Plan): Promise<{ units: number; problems: string[] }> {
    let units = 0;
    try {
      await this.#writeSession(db, plan);
      for await (const { id, rows } of this.#samples(db, plan)) {
        units += this.#takeSample(id, rows);
        if (this.#held.length >= LINES_AT_ONCE || this.#heldBytes >= BYTES_AT_ONCE) await this.#flush();
      }
      await this.#flush();
      await this.#blobs.flush();
    } finally {
      await this.#journal.close();
    }
    return { units, problems: this.#problems };
  }

  /** From here on time is counted. */
  async #writeSession(db: Database, { id, createdAt }: Plan): Promise<void> {
    const [row] = await db.query(
      z.object({ first: z.string().nullable() }),
      `select to_char(min(since) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as first from ${SCHEMA}.workers where plan = $1`,
      [id],
    );
    this.#journal.append({ event: 'session', at: row?.first ?? createdAt, id: crypto.randomUUID() });
  }

  /** Every sample that the plan names, with its rows; of each epoch, the answer last. Rows that are about none are problems. */
  async *#samples(db: Database, plan: Plan): AsyncGenerator<{ id: string; rows: StoredRow[] }> {
    const all = rowsOf(db, plan.id);
    let next = await all.next();
    let unit = 0;
    for await (const id of idsOf(db, plan)) {
      const rows: StoredRow[] = [];
      let bytes = 0;
      for (; !next.done && next.value.unit <= unit; next = await all.next()) {
        const row = next.value;
        if (row.unit !== unit || row.epoch < 0 || row.epoch >= plan.epochs) this.#strange(row);
        else if (bytes + row.lines.length > SAMPLE_BYTES)
          this.#problems.push(`unit ${id}: a row of worker ${row.worker} is left out: too much is told of this unit`);
        else {
          rows.push(row);
          bytes += row.lines.length;
        }
      }
      if (rows.length > 0) yield { id, rows };
      unit += 1;
    }
    for (; !next.done; next = await all.next()) this.#strange(next.value);
  }

  #strange({ unit, epoch }: StoredRow): void {
    this.#problems.push(`unit number ${unit}, epoch ${epoch}: the plan has no such unit`);
  }

  /** @returns how many of its units have an end */
  #takeSample(id: string, rows: readonly StoredRow[]): number {
    const ended = new Set<number>();
    const questions = new Map<string, RunEvent>();
    const others: RunEvent[] = [];
    for (const row of rows) {
      const lines = row.lines.split('\n');
      const events = lines.flatMap((line) => parseRunLine(line) ?? []);
      if (events.length < lines.length || !events.every((event) => isAbout(event, id, row))) {
        this.#problems.push(`unit ${id}: a row of worker ${row.worker} is not about this unit, or is no journal line`);
        continue;
      }
      this.#heldBytes += row.lines.length;
      for (const event of events) {
        // Another try, and another epoch, may bring the same question again.
        if (event.event === 'sample' || event.event === 'prompt') questions.set(canonicalJson(event), event);
        else others.push(event);
        if (event.event === 'problem' || (event.event === 'attempt' && event.final)) ended.add(row.epoch);
      }
    }
    if ([...questions.values()].filter(({ event }) => event === 'sample').length > 1)
      this.#problems.push(`unit ${id}: workers do not agree on its question; \`sextant verify\` tells which is right`);
    // It may have come with another epoch, and stands before all answers.
    this.#held.push(...[...questions.values(), ...others].map((event) => ({ id, event })));
    return ended.size;
  }

  /** First the files, then the lines that refer to them. */
  async #flush(): Promise<void> {
    const wanted = new Map<string, string | undefined>();
    for (const { id, event } of this.#held) {
      // A question also names files that stayed in the data: only what was kept of it must be there.
      for (const name of filesIn(event))
        if (event.event !== 'sample' || !wanted.has(name)) wanted.set(name, event.event === 'sample' ? undefined : id);
    }
    const missing = [...wanted.keys()].filter((name) => !this.#blobs.find(name));
    for await (const { name, bytes } of this.#readFiles(missing)) {
      if (sha256(bytes) !== name) this.#problems.push(`file ${name}: its content is not what its name says`);
      else this.#blobs.put(bytes);
    }
    await this.#blobs.flush();
    for (const [name, id] of wanted)
      if (id !== undefined && !this.#blobs.find(name)) this.#problems.push(`unit ${id}: its file ${name} is missing`);
    for (const { event } of this.#held) this.#journal.hold(event);
    this.#journal.release();
    this.#held = [];
    this.#heldBytes = 0;
  }
}

/** Whether a line is about the unit that its row stands for. */
function isAbout(event: RunEvent, id: string, { epoch, final, answer }: StoredRow): boolean {
  switch (event.event) {
    case 'sample':
      return event.sample.id === id;
    case 'prompt':
      return event.unit === id;
    case 'problem':
      return event.unit === id && final && !answer;
    case 'said':
      return event.unit === id && event.epoch === epoch;
    case 'attempt':
      return (
        event.unit === id &&
        event.epoch === epoch &&
        event.final === final &&
        (event.reply?.episode === undefined || /^([0-9a-f]{64})?$/.test(event.reply.episode.actions.sha256)) &&
        (event.final && event.reply !== undefined) === answer
      );
    default:
      return false;
  }
}

/** The files that a line names. */
function filesIn(event: RunEvent): string[] {
  if (event.event === 'prompt')
    return event.prompt.parts.flatMap((part) => ('media' in part && part.kept ? [part.media.sha256] : []));
  if (event.event === 'sample') return mediaIn(event.sample);
  if (event.event !== 'attempt' || !event.reply) return [];
  const { episode, film } = event.reply;
  return [episode?.actions.sha256 ?? '', film?.sha256 ?? ''].filter((name) => name !== '');
}

/** Masks and pictures of a question, wherever its benchmark puts them. */
function mediaIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { success, data } = MediaRef.safeParse(value);
  return success ? [data.sha256] : Object.values(value).flatMap(mediaIn);
}

/** All rows of a plan by unit, a page at a time; of a unit, its answer comes last. */
async function* rowsOf(db: Database, plan: string): AsyncGenerator<StoredRow, undefined> {
  let after: readonly unknown[] = [-1, 0, false, '-infinity', '00000000-0000-0000-0000-000000000000', 0];
  for (;;) {
    const rows = await db.query(
      StoredRow,
      `with next as (
         select unit, epoch, answer, final, at, worker, seq, lines from ${SCHEMA}.lines
         where plan = $1 and (unit, epoch, answer, at, worker, seq) > ($2, $3, $4, $5::timestamptz, $6::uuid, $7)
         order by unit, epoch, answer, at, worker, seq limit ${LINES_AT_ONCE}),
       measured as (
         select *, sum(octet_length(lines)) over (order by unit, epoch, answer, at, worker, seq) - octet_length(lines) as before
         from next)
       select unit, epoch, answer, final, at::text as at, worker, seq, lines from measured where before < ${BYTES_AT_ONCE}
       order by unit, epoch, answer, measured.at, worker, seq`,
      [plan, ...after],
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last) return undefined;
    after = [last.unit, last.epoch, last.answer, last.at, last.worker, last.seq];
  }
}

async function* idsOf(db: Database, { id, samples }: Plan): AsyncGenerator<string> {
  let first = 0;
  while (first < samples) {
    const [row] = await db.query(
      z.object({ ids: jsonText(z.array(z.string()).min(1)) }),
      `select ids from ${SCHEMA}.plan_ids where plan = $1 and first = $2`,
      [id, first],
    );
    first += row?.ids.length ?? 0;
    if (!row || first > samples)
      throw new SextantError('database', 'the list of units is not that of the plan', { where: db.address.shown });
    yield* row.ids;
  }
}
