import {
  type Assets,
  type AttemptEvent,
  type Benchmark,
  describeError,
  errorOutcome,
  type Protocol,
  type Sample,
  type UnitResult,
} from '../../contracts/index.ts';
import { findExtractor } from '../../extract/index.ts';
import { named } from '../run/named.ts';
import { contextOf } from './context.ts';
import { judgeReply } from './judge.ts';

/** A result, and why scoring failed where it did. */
interface Scored {
  result: UnitResult;
  problem?: string;
}

/** Turns an attempt into a result. What a damaged folder leaves unscored is open, like an error, and named. */
export function unitScorer(benchmark: Benchmark, protocol: Protocol, assets: Assets) {
  const extractor = findExtractor(protocol.extractor);
  const scorer = named(benchmark.scorers, protocol.scorer, `scorer of ${benchmark.id}`);

  return async (sample: Sample, { epoch, reply, error }: AttemptEvent): Promise<Scored> => {
    const { id, cluster, groups } = sample;
    if (!reply) {
      const { kind = 'unknown', status, message: note = '', recorded } = error ?? {};
      const reason = status === undefined ? kind : `${kind} (http ${status})`;
      const outcome = errorOutcome(kind);
      const failed: UnitResult = { id, epoch, cluster, groups, outcome, score: null, extraction: null, reason, note };
      if (recorded !== undefined) failed.recorded = recorded;
      return { result: failed };
    }
    const judged = judgeReply(reply, extractor, contextOf(benchmark, sample), protocol.act);
    const { outcome, reason, extraction } = judged;
    // Field by field: there may be a million of these, and spreading makes each slower and larger.
    try {
      const { value: score, note, facts } = await scorer.score(sample, extraction, assets, reply.episode);
      const result: UnitResult =
        note === undefined
          ? { id, epoch, cluster, groups, outcome, score, extraction }
          : { id, epoch, cluster, groups, outcome, score, extraction, note };
      if (reason !== undefined) result.reason = reason;
      if (facts !== undefined) result.facts = facts;
      return { result };
    } catch (error) {
      const result: UnitResult = { id, epoch, cluster, groups, outcome, score: null, extraction, damaged: true };
      if (reason !== undefined) result.reason = reason;
      return { result, problem: describeError(error) };
    }
  };
}
