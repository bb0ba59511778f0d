import { references } from '../contestants/index.ts';
import type { Sample } from '../contracts/index.ts';
import { findBenchmark, type LaunchOptions, launch, openDataset, type ScoredRun } from '../engine/index.ts';
import { watchInterrupts } from './interrupt.ts';
import { printJson, say } from './output.ts';
import { progressListener } from './show.ts';
import { unfinished } from './unfinished.ts';

/** One run of a tour. */
export interface Stop {
  /** What is measured: `point`, `act` … */
  ability: string;
  benchmark: string;
  who: LaunchOptions['who'];
  protocol?: string;
  /** Costs nothing: no budget is for it. */
  free?: true;
}

/** What was measured at a stop. */
export interface StopResult {
  ability: string;
  scored: ScoredRun;
}

/** The four families, with about `count` questions of each. Motion is asked in four views of every clip. */
export function familiesOf(count: number): Pick<Stop, 'ability' | 'benchmark'>[] {
  return [
    { ability: 'point', benchmark: `synth-point:count=${count}` },
    { ability: 'views', benchmark: `synth-views:count=${count}` },
    { ability: 'motion', benchmark: `synth-motion:count=${4 * Math.ceil(count / 4)}` },
    { ability: 'act', benchmark: `synth-act:count=${Math.ceil(count / 2)}` },
  ];
}

/** The networks that come with Sextant, where they have learned an ability and are quick enough for a tour. */
export function learned(ability: string): LaunchOptions['who'][] {
  const able = references.filter((each) => each.ability === ability && !each.isSlow);
  return able.map(({ id }) => (ability === 'act' ? { policy: id } : { model: id }));
}

export function isLearned(id: string): boolean {
  return references.some((each) => each.id === id);
}

export interface TourOptions {
  json: boolean;
  workers: number;
  /** Is told an ability as soon as everybody has had it, with a question that all were asked. */
  chapter?(results: readonly StopResult[], example: Sample | undefined): void;
  /** What may be spent in all, in US dollars. */
  budget?: number;
  /** A network thinks on one core: meanwhile the others make the later abilities' questions, and this many lessons of each. */
  ahead?: { lessons: number };
}

/** Samples that are made ahead together. */
const AHEAD = 24;

/** Makes what later stops will ask and teach, one benchmark after the other. What goes wrong is said when its turn comes. */
async function makeAhead(stops: readonly Stop[], lessons: number, stop: AbortSignal): Promise<void> {
  for (const name of new Set(stops.map((later) => later.benchmark))) {
    const { benchmark, args } = findBenchmark(name);
    const questions = await openDataset(benchmark, args, undefined, () => {});
    const practice = await benchmark.practice?.(args);
    const wanted = [
      ...questions.ids.map((_, index) => () => questions.sample(index)),
      ...(practice?.ids.slice(0, lessons).map((_, index) => () => practice.sample(index)) ?? []),
    ];
    for (let from = 0; from < wanted.length && !stop.aborted; from += AHEAD)
      await Promise.all(wanted.slice(from, from + AHEAD).map((make) => make()));
  }
}

/** Runs one after the other. Undefined when one is not finished, which is told: the same command goes on where it was. */
export async function tour(
  stops: readonly Stop[],
  { json, workers, budget, chapter, ahead }: TourOptions,
): Promise<StopResult[] | undefined> {
  const interrupts = watchInterrupts();
  const seen: StopResult[] = [];
  const datasets: LaunchOptions['datasets'] = new Map();
  let left = budget;
  try {
    for (const [index, { ability, free, ...stop }] of stops.entries()) {
      const who = 'policy' in stop.who ? stop.who.policy : stop.who.model;
      const place = `run ${index + 1} of ${stops.length}: ${ability}, ${who}`;
      const next = stops.slice(index + 1).filter((later) => later.ability !== ability);
      if (ahead && isLearned(who)) makeAhead(next, ahead.lessons, interrupts.stop).catch(() => {});
      const progress = progressListener(json, { stop: place, quiet: chapter !== undefined });
      const { end, scored } = await launch({
        ...stop,
        ...(left === undefined || free ? {} : { budget: left }),
        workers,
        retries: 3,
        ...interrupts,
        datasets,
        listener: progress.listener,
      }).finally(() => progress.end());
      if (end !== 'done') {
        const { why, resume, exitCode } = unfinished(end, who);
        if (json) {
          const { folder: run, summary } = scored;
          printJson({ event: 'stopped', ability, run, reason: end, resume, summary });
        }
        say(`${why}. Nothing is lost: ${resume}.`);
        process.exitCode = exitCode;
        return undefined;
      }
      if (json) printJson({ event: 'done', ability, run: scored.folder, summary: scored.summary });
      seen.push({ ability, scored });
      if (stops[index + 1]?.ability !== ability)
        chapter?.(
          seen.filter((result) => result.ability === ability),
          await datasets.get(stop.benchmark)?.sample(0),
        );
      if (left !== undefined && !free) left = Math.max(0, left - (scored.summary.cost ?? left));
    }
    return seen;
  } finally {
    interrupts.release();
  }
}
