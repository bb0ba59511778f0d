import {
  type Assets,
  type AttemptEvent,
  type Benchmark,
  describeError,
  errorOutcome,
  type Protocol,
  type Sample,
  type UnitResult,
} from '../contracts/index.ts';
import { findExtractor } from '../extract/index.ts';
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
  const scorer = benchmark.scorers[protocol.scorer];
  if (!scorer) throw new Error(`${benchmark.id} has no scorer ${protocol.scorer}`);

  return async (sample: Sample, { epoch, reply, error }: AttemptEvent): Promise<Scored> => {
    const { id, cluster, groups } = sample;
    if (!reply) {
      const { kind = 'unknown', status, message: note = '' } = error ?? {};
      const reason = status === undefined ? kind : `${kind} (http ${status})`;
      const outcome = errorOutcome(kind);
      return { result: { id, epoch, cluster, groups, outcome, score: null, extraction: null, reason, note } };
    }
    const { outcome, extraction, reason } = judgeReply(reply, extractor, contextOf(benchmark, sample), protocol.act);
    // Field by field: there may be a million of these, and spreading makes each slower and larger.
    const result: UnitResult = { id, epoch, cluster, groups, outcome, score: null, extraction };
    if (reason !== undefined) result.reason = reason;
    try {
      const { value, note, facts } = await scorer.score(sample, extraction, assets, reply.episode);
      result.score = value;
      if (note !== undefined) result.note = note;
      if (facts !== undefined) result.facts = facts;
      return { result };
    } catch (error) {
      result.damaged = true;
      return { result, problem: describeError(error) };
    }
  };
}
