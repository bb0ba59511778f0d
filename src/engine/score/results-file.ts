import { createHash, type Hash } from 'node:crypto';
import type { RunFile, UnitResult } from '../../contracts/index.ts';
import type { KeptReply, ReplyAt } from './kept-replies.ts';

export interface ResultsOptions {
  run: RunFile;
  /** By id and epoch, as scoring sorts them. */
  units: readonly UnitResult[];
  replyAt: ReplyAt;
}

/** Lines are written in pieces of about this size. */
const PIECE = 1 << 16;

/**
 * results.ndjson, piece by piece: what a run came to and nothing that varies with time, machine, attempt or endpoint. Canonical
 * JSON: keys are named in their order here, which is several times faster than sorting them. A piece is only good until the next
 * one is asked for.
 */
export function* resultsFile({ run, units, replyAt }: ResultsOptions): Generator<Uint8Array> {
  const { benchmark, data, protocolHash } = run.spec;
  const header = { benchmark, data: data.sha256, format: 'sextant-results-1', protocol: protocolHash };
  const piece = Buffer.allocUnsafe(PIECE);
  let used = piece.write(`${JSON.stringify({ ...header, units: run.units })}\n`);
  for (const [position, unit] of units.entries()) {
    const text = `${line(unit, replyAt(position))}\n`;
    // In UTF-8 a character takes three bytes at most.
    if (used + 3 * text.length > PIECE) {
      yield piece.subarray(0, used);
      used = 0;
    }
    if (3 * text.length > PIECE) yield Buffer.from(text);
    else used += piece.write(text, used);
  }
  yield piece.subarray(0, used);
}

/** The run's digest: sha256 of its results. @param write may keep them on the way; it must take all of them */
export function digestOf(
  results: Iterable<Uint8Array>,
  write: (parts: Iterable<Uint8Array>) => void = (parts) => {
    for (const _ of parts);
  },
): string {
  const hash = createHash('sha256');
  write(hashed(results, hash));
  return hash.digest('hex');
}

function* hashed(parts: Iterable<Uint8Array>, hash: Hash): Generator<Uint8Array> {
  for (const part of parts) {
    hash.update(part);
    yield part;
  }
}

function line({ id, epoch, outcome, extraction, score, damaged }: UnitResult, { text, episode }: KeptReply): string {
  return JSON.stringify({
    ...(damaged ? { damaged } : {}),
    epoch,
    ...(episode ? { episode } : {}),
    extraction:
      extraction && 'error' in extraction ? { effect: extraction.effect, error: extraction.error } : extraction,
    id,
    outcome,
    score,
    text,
  });
}
