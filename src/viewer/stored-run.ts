import { closeSync, readSync, statSync } from 'node:fs';
import {
  type AttemptEvent,
  type Benchmark,
  parseRunLine,
  type RunFile,
  type Sample,
  SextantError,
  type Summary,
  type UnitResult,
} from '../contracts/index.ts';
import {
  digestOf,
  KeptReplies,
  RunScoring,
  resultsFile,
  storedBenchmark,
  summarise,
  unitKey,
} from '../engine/index.ts';
import { type Line, openRegular, sha256 } from '../files/index.ts';
import { assetsFrom } from '../media/index.ts';
import { Blobs, readEvents, readRunFile, runPaths, StoredSamples } from '../store/index.ts';
import { UnitIndex } from './unit-index.ts';
import { lookOf, questionOf, type Rival, saidOf, tookOf, UnitList } from './unit-list.ts';
import type { LinePlace, ListAsk, ListPage, Look, RowPage, UnitRow, UnitView } from './wire.ts';

/** The list of a run that is being read begins with so many rows. */
const FIRST_ROWS = 1000;

/** What a list shows of a unit beside its result, and which version it is of. */
type RowTexts = Omit<UnitRow, 'result' | 'look'> & { look: Look | undefined; version: number };

/**
 * A run folder, read and scored under its own protocol. `refresh` reads on where the journal has grown, so that a run that is
 * going costs what is new and not the whole again. The rows of a long run can be had while it is being read.
 */
export class ServedRun {
  readonly folder: string;
  readonly run: RunFile;
  readonly benchmark: Benchmark;
  readonly blobs: Blobs;
  readonly #path: string;
  readonly #samples: StoredSamples;
  readonly #replies = new KeptReplies();
  readonly #scoring: RunScoring;
  readonly index = new UnitIndex();
  /** Tables that can be drawn again: by the name of the picture, the sample. */
  readonly stills = new Map<string, string>();
  readonly #texts = new Map<string, RowTexts>();
  #summary: Summary | undefined;
  #list: UnitList | undefined;
  /** The unit that made each version: version 1 stands first. */
  readonly #changes: { id: string; epoch: number }[] = [];
  /** Callers waiting until this many changes are known. */
  #waiting: { changes: number; wake(): void }[] = [];
  /** How many times it was asked to read on and has not. */
  #toRead = 0;
  /** Whether it was read to its end at any time. */
  #wasRead = false;
  #last: Line | undefined;
  #work: Promise<void> = Promise.resolve();

  /** Throws `bad_run`, `unknown_benchmark` for a run of another version, or `missing_module`. */
  constructor(folder: string) {
    this.folder = folder;
    this.run = readRunFile(folder);
    this.benchmark = storedBenchmark(this.run.spec);
    this.blobs = new Blobs(folder);
    this.#path = runPaths(folder).events;
    this.#samples = new StoredSamples(this.#path);
    this.#scoring = new RunScoring({
      run: this.run,
      benchmark: this.benchmark,
      samples: this.#samples,
      where: this.#path,
      protocols: [this.run.spec.protocol],
      assets: assetsFrom((ref) => this.blobs.get(ref.sha256)),
      find: (name) => this.blobs.find(name),
      keep: (place, event, sample) => {
        this.#replies.keep(place, event);
        const shown = this.benchmark.show(sample);
        const [question, said] = [questionOf(shown), saidOf(event)];
        const look = lookOf(shown, event, event.reply?.episode && this.#stillOf(sample));
        const row = { question, said, took: tookOf(event), look, version: 0 };
        this.#texts.set(unitKey({ id: event.unit, epoch: event.epoch }), row);
      },
    });
  }

  /** The name of the picture of a sample's table: runs on the same tables share it. */
  #stillOf(sample: Sample): string | undefined {
    if (!this.benchmark.openWorld) return undefined;
    const name = sha256(JSON.stringify([this.benchmark.id, this.benchmark.world, sample]));
    this.stills.set(name, sample.id);
    return name;
  }

  /** A sample as the journal has it. */
  sample(id: string): Sample | undefined {
    return this.#samples.get(id);
  }

  /** One after the other: two readers would take the same lines. */
  refresh(): Promise<void> {
    this.#toRead += 1;
    const read = () =>
      this.#readOn().finally(() => {
        this.#toRead -= 1;
        // Everyone waiting also requested a read, and all reads are done.
        if (this.isRead) this.#waiting = [];
      });
    this.#work = this.#work.then(read, read);
    return this.#work;
  }

  /** Whether all that was there has been read. */
  get isRead(): boolean {
    return this.#toRead === 0;
  }

  summary(): Summary {
    if (!this.#summary) {
      const [results] = this.#scoring.results();
      if (!results) throw new Error('one protocol gives one result');
      const { run, benchmark } = this;
      const { units } = results;
      const digest = digestOf(resultsFile({ run, units, replyAt: this.#replies.inOrder(this.#scoring.order()) }));
      this.#summary = { ...summarise({ run, benchmark, protocol: run.spec.protocol, results }), digest };
    }
    return this.#summary;
  }

  /** Whether the journal is shorter than what was read of it: then it is another one. */
  get replaced(): boolean {
    const size = statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
    return size < this.journal.bytes;
  }

  /** All rows, in the order of statistics. */
  *rows(): Generator<UnitRow> {
    const [results] = this.#scoring.results();
    for (const result of results?.units ?? []) yield this.#row(result);
  }

  /**
   * Rows that changed after a version; reads on as far as that needs and no further. Costs what it gives, however many units
   * there are.
   */
  async page(after: number, most: number): Promise<RowPage> {
    const reading = this.refresh();
    await Promise.race([reading, this.#reaches(after + most)]);
    const rows: UnitRow[] = [];
    let version = after;
    for (; version < this.#changes.length && rows.length < most; version += 1) rows.push(...this.#changedAt(version));
    return { rows, version, more: version < this.#changes.length || !this.isRead };
  }

  /** A part of the list: the whole run's where it has been read, until then that of the rows so far. */
  async list(ask: ListAsk, rival?: Rival | null): Promise<ListPage> {
    let complete = false;
    const reading = this.refresh().then(() => {
      complete = true;
    });
    // A run that was read before needs only its new lines, which is quick.
    const enough = this.#wasRead ? [] : [this.#reaches(Math.max(FIRST_ROWS, 2 * ask.known))];
    await Promise.race([reading, ...enough]);
    return { ...this.#listed(complete).page(ask, rival), complete };
  }

  /** Made once for every state of the journal; while a long run is being read, when it has twice as many rows. */
  #listed(whole: boolean): UnitList {
    const version = this.#changes.length;
    const known = this.#list;
    if (known && (whole ? known.version === version : version < 2 * known.version)) return known;
    this.#list = new UnitList(
      [...this.#changes.keys()].flatMap((at) => this.#changedAt(at)),
      version,
    );
    return this.#list;
  }

  resultOf(unit: { id: string; epoch: number }): UnitResult | undefined {
    return this.#scoring.resultOf(unit);
  }

  /** Counts the answers that were read. */
  get version(): number {
    return this.#changes.length;
  }

  async unit(unit: { id: string; epoch: number }): Promise<UnitView> {
    const places = this.index.places(unit);
    const result = this.#scoring.resultOf(unit);
    if (!places?.sample || !result) {
      throw new SextantError('bad_argument', `this run has no answer for unit ${unit.id}`, { where: this.folder });
    }
    const [sample, prompt, ...attempts] = this.#lines([places.sample, places.prompt, ...places.attempts]);
    if (sample?.event !== 'sample') throw new SextantError('damaged_run', 'the journal changed', { where: this.#path });
    return {
      sample: sample.sample,
      prompt: prompt?.event === 'prompt' ? prompt.prompt : null,
      attempts: attempts.filter((event): event is AttemptEvent => event?.event === 'attempt'),
      row: this.#row(result),
    };
  }

  /** The journal as far as it was read. */
  get journal(): { path: string; bytes: number } {
    return { path: this.#path, bytes: this.#last ? this.#last.offset + this.#last.length : 0 };
  }

  close(): void {
    this.#samples.close();
  }

  async #readOn(): Promise<void> {
    let changed = false;
    for await (const read of readEvents(this.#path, this.#last)) {
      changed = true;
      if ('problem' in read) {
        this.#scoring.note(read.problem);
        continue;
      }
      const { event, line } = read;
      this.#last = line;
      this.index.add(event, line);
      if (event.event === 'sample') this.#samples.add(event.sample, line);
      await this.#scoring.take(event);
      if (event.event !== 'attempt' || !event.final) continue;
      const unit = { id: event.unit, epoch: event.epoch };
      const version = this.#changes.push(unit);
      const texts = this.#texts.get(unitKey(unit));
      if (texts) texts.version = version;
      if (this.#waiting.length > 0) this.#tell();
    }
    if (changed) this.#summary = undefined;
    this.#wasRead = true;
  }

  /** Waits until there are so many changes; for ever where there are not. */
  #reaches(changes: number): Promise<void> {
    return new Promise((wake) => {
      this.#waiting.push({ changes, wake });
      this.#tell();
    });
  }

  #tell(): void {
    const known = this.#changes.length;
    if (!this.#waiting.some(({ changes }) => changes <= known)) return;
    for (const { changes, wake } of this.#waiting) if (changes <= known) wake();
    this.#waiting = this.#waiting.filter(({ changes }) => changes > known);
  }

  /** The row for a change; empty if the unit changed again later, because it is listed at its last change. */
  #changedAt(version: number): UnitRow[] {
    const unit = this.#changes[version];
    const result = unit && this.#scoring.resultOf(unit);
    return result && this.#texts.get(unitKey(unit))?.version === version + 1 ? [this.#row(result)] : [];
  }

  #row(result: UnitResult): UnitRow {
    const { question = '', said = '', look, took } = this.#texts.get(unitKey(result)) ?? {};
    return { result, question, said, ...(look && { look }), ...(took && { took }) };
  }

  #lines(places: readonly (LinePlace | null)[]) {
    const fd = openRegular(this.#path, { inside: this.folder, code: 'damaged_run' });
    try {
      const events = [];
      for (const place of places) {
        if (!place) {
          events.push(undefined);
          continue;
        }
        const bytes = Buffer.alloc(place[1]);
        readSync(fd, bytes, 0, bytes.length, place[0]);
        events.push(parseRunLine(bytes.toString('utf8')));
      }
      return events;
    } finally {
      closeSync(fd);
    }
  }
}
