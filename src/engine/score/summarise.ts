import {
  type Benchmark,
  costOf,
  isError,
  type Metric,
  type Protocol,
  type RunFile,
  type Summary,
  type UnitResult,
} from '../../contracts/index.ts';
import { breakdown } from '../../stats/index.ts';
import { plural } from '../../util/index.ts';
import { hashOf } from '../run/hash.ts';
import { named } from '../run/named.ts';
import { changedArgs, controlOf } from './compare.ts';
import type { RunResults } from './run-scoring.ts';
import { openAggregate } from './unread.ts';

/** Numbers from scored units. Pure: the same units always give the same summary. */
export function summarise(opts: {
  run: RunFile;
  benchmark: Benchmark;
  protocol: Protocol;
  results: RunResults;
}): Summary {
  const { run, benchmark, protocol, results } = opts;
  const { spec } = run;
  const hash = hashOf(protocol);
  const aggregate = named(benchmark.aggregates, protocol.aggregate, `aggregate of ${benchmark.id}`);
  const { units, unread } = results;
  const all = unread.length === 0 ? units : [...units, ...unread];
  const missing = run.units - all.length;
  const until = missing > 0 ? run.until : undefined;
  const isOwnProtocol = hash === spec.protocolHash;
  const measured = openAggregate(aggregate, units, unread);
  const metrics = until && isOwnProtocol ? withLimits(measured, until) : measured;
  const control = controlOf(benchmark, spec);
  const args = changedArgs(benchmark, spec);
  const caution = [
    until ? stoppedEarly(until, isOwnProtocol) : undefined,
    results.again > 0 ? playedAgain(results.again) : undefined,
    units.length > 0 ? benchmark.caution?.(units, protocol) : undefined,
  ]
    .filter((text) => text !== undefined)
    .join(' ');
  return {
    benchmark: benchmark.id,
    data: spec.data,
    protocol: {
      id: protocol.id,
      hash,
      ...(isOwnProtocol ? {} : { asked: { id: spec.protocol.id, hash: spec.protocolHash } }),
    },
    ...(spec.protocol.act === 'policy' ? { policy: spec.model.id } : { model: spec.model.id }),
    ...(spec.model.readsTruth ? { readsTruth: true } : {}),
    ...(spec.model.lentHands ? { lentHands: true } : {}),
    ...(spec.model.knowsScene ? { knowsScene: true } : {}),
    ...(control === undefined ? {} : { control }),
    ...(Object.keys(args).length === 0 ? {} : { args }),
    units: run.units,
    missing,
    damaged: all.filter(({ damaged }) => damaged).length,
    epochs: spec.epochs,
    outcomes: countOutcomes(units),
    reasons: countReasons(units),
    metrics,
    // Where all units are in one group, its numbers are known.
    groups: breakdown(all, benchmark.breakdowns, (group) => (group.length === all.length ? metrics : aggregate(group))),
    usage: results.usage,
    cost: results.unmetered ? null : costOf(results.usage, run.price),
    seconds: results.seconds,
    ...(results.acting ? { acting: results.acting } : {}),
    ...(caution === '' ? {} : { caution }),
    problems: results.problems,
  };
}

/** A policy that fails on purpose once it sees that it was wrong could come back knowing more. */
function playedAgain(episodes: number): string {
  return `${plural(episodes, 'episode')} played again after an error: whoever remembers may have learned from the first attempt.`;
}

/** A stored run after scoring. */
export interface ScoredRun {
  folder: string;
  benchmark: Benchmark;
  run: RunFile;
  summary: Summary;
  units: UnitResult[];
}

function countOutcomes(units: readonly UnitResult[]): Summary['outcomes'] {
  const counts: Summary['outcomes'] = {};
  for (const { outcome } of units) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

/** A list that fits on a page; whoever needs all of them has the units. */
const MOST_REASONS = 20;

function countReasons(units: readonly UnitResult[]): Summary['reasons'] {
  const counts = new Map<string, Summary['reasons'][number]>();
  for (const { outcome, reason, note } of units) {
    if (reason === undefined) continue;
    const known = counts.get(`${outcome} ${reason}`);
    if (known) known.count += 1;
    else
      counts.set(`${outcome} ${reason}`, {
        outcome,
        reason,
        count: 1,
        ...(isError(outcome) && note ? { example: note } : {}),
      });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count).slice(0, MOST_REASONS);
}

/** What is known of all units, which the interval beside the score, made for a run of fixed size, does not tell. */
type Until = NonNullable<RunFile['until']>;

/** What is known of the score whenever a run stops; undefined in older runs that stopped by a difference. */
function limitsOf({ rule, low, high, score }: Until): { low: number; high: number } | undefined {
  return rule === 'score' ? { low, high } : score;
}

/** The headline with the limits that allow for stopping early in place of those that do not. Open units are in them already. */
function withLimits([headline, ...others]: readonly Metric[], until: Until): Metric[] {
  const limits = limitsOf(until);
  if (!headline) return [];
  if (!limits || headline.value === null) return [headline, ...others];
  const { exact: _, lowest, highest, ...rest } = headline;
  const open = lowest === undefined && highest === undefined ? {} : { lowest: limits.low, highest: limits.high };
  return [{ ...rest, ...limits, ...open, method: 'anytime' }, ...others];
}

function stoppedEarly(until: Until, isOwnProtocol: boolean): string {
  const { rule, low, high, clusters, of, versus } = until;
  const early = `Stopped early, after ${clusters} of ${of} clusters in random order`;
  if (!isOwnProtocol) return `${early}, by its score under the protocol that it was asked under.`;
  const score = rule === 'score' ? 'the score of all units' : `its score minus that of ${versus} on all units`;
  const limits = `${(low * 100).toFixed(1)} and ${(high * 100).toFixed(1)}`;
  const rest = limitsOf(until)
    ? 'The headline’s interval allows for stopping early; no other does.'
    : 'The interval beside the score does not allow for stopping early.';
  return `${early}: with 95 % confidence ${score} lies between ${limits}. ${rest}`;
}
