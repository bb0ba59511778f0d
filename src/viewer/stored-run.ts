import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import {
  type AttemptEvent,
  type Benchmark,
  parseRunLine,
  type RunFile,
  SextantError,
  type Summary,
  type UnitResult,
} from '../contracts/index.ts';
import { type Line, readEvents, readRunFile, runPaths, StoredSamples } from '../data/index.ts';
import { findBenchmark, RunScoring, summarise, unitKey } from '../engine/index.ts';
import { assetsFrom, Blobs } from '../media/index.ts';
import { questionOf, saidOf } from './row-text.ts';
import { UnitIndex } from './unit-index.ts';
import type { LinePlace, RowPage, UnitRow, UnitView } from './wire.ts';

/**
 * A run folder, read and scored under its own protocol. `refresh` reads on where the journal has grown, so that a run that is
 * going costs what is new and not the whole again.
 */
export class StoredRun {
  readonly folder: string;
  readonly run: RunFile;
  readonly benchmark: Benchmark;
  readonly blobs: Blobs;
  readonly #path: string;
  readonly #samples: StoredSamples;
  readonly #scoring: RunScoring;
  readonly index = new UnitIndex();
  #texts = new Map<string, { question: string; said: string; version: number }>();
  #results = new Map<string, UnitResult>();
  #summary: Summary | undefined;
  #version = 0;
  #last: Line | undefined;
  #work: Promise<void> = Promise.resolve();

  /** Throws `bad_run`, or `unknown_benchmark` for a run of another version. */
  constructor(folder: string) {
    this.folder = folder;
    this.run = readRunFile(folder);
    this.benchmark = findBenchmark(this.run.spec.benchmark).benchmark;
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
    });
  }

  /** One after the other: two readers would take the same lines. */
  refresh(): Promise<void> {
    this.#work = this.#work.catch(() => {}).then(() => this.#readOn());
    return this.#work;
  }

  summary(): Summary {
    if (!this.#summary) {
      const [results] = this.#scoring.results();
      if (!results) throw new Error('one protocol gives one result');
      const { run, benchmark } = this;
      this.#summary = summarise({ run, benchmark, protocol: run.spec.protocol, results });
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
    for (const [key, result] of this.#results) yield this.#row(key, result);
  }

  /** Rows that changed after a version. */
  page(after: number, most: number): RowPage {
    const changed = [...this.#texts].filter(([, { version }]) => version > after);
    const chosen = changed.sort(([, a], [, b]) => a.version - b.version).slice(0, most);
    return {
      rows: chosen.flatMap(([key]) => {
        const result = this.#results.get(key);
        return result ? [this.#row(key, result)] : [];
      }),
      version: chosen.at(-1)?.[1].version ?? after,
      more: changed.length > chosen.length,
    };
  }

  async unit(unit: { id: string; epoch: number }): Promise<UnitView> {
    const places = this.index.places(unit);
    const result = this.#results.get(unitKey(unit));
    if (!places?.sample || !result) {
      throw new SextantError('bad_argument', `this run has no answer for unit ${unit.id}`, { where: this.folder });
    }
    const [sample, prompt, ...attempts] = await this.#lines([places.sample, places.prompt, ...places.attempts]);
    if (sample?.event !== 'sample') throw new SextantError('damaged_run', 'the journal changed', { where: this.#path });
    return {
      sample: sample.sample,
      prompt: prompt?.event === 'prompt' ? prompt.prompt : null,
      attempts: attempts.filter((event): event is AttemptEvent => event?.event === 'attempt'),
      row: this.#row(unitKey(unit), result),
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
      this.#version += 1;
      this.#texts.set(unitKey({ id: event.unit, epoch: event.epoch }), {
        question: questionOf(this.#samples.get(event.unit)),
        said: saidOf(event),
        version: this.#version,
      });
    }
    if (!changed) return;
    const [results] = this.#scoring.results();
    this.#results = new Map(results?.units.map((result) => [unitKey(result), result]));
    this.#summary = undefined;
  }

  #row(key: string, result: UnitResult): UnitRow {
    const { question = '', said = '' } = this.#texts.get(key) ?? {};
    return { result, question, said };
  }

  async #lines(places: readonly (LinePlace | null)[]) {
    const file = await open(this.#path);
    try {
      const events = [];
      for (const place of places) {
        if (!place) {
          events.push(undefined);
          continue;
        }
        const bytes = Buffer.alloc(place[1]);
        await file.read(bytes, 0, bytes.length, place[0]);
        events.push(parseRunLine(bytes.toString('utf8')));
      }
      return events;
    } finally {
      await file.close();
    }
  }
}
