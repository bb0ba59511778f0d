import {
  type Benchmark,
  type ExtractContext,
  type Extraction,
  type Extractor,
  isParsed,
  messageOf,
  type Outcome,
  type Protocol,
  type Sample,
  type StoredReply,
} from '../../contracts/index.ts';

/** The outcome and the extracted answer of a reply, before scoring. */
export interface JudgedReply {
  outcome: Outcome;
  reason?: string;
  extraction: Extraction;
}

/** Reads a reply. The extractor sees every text, as the authors' script would; the outcome tells how the reply ended. */
export function judgeReply(
  reply: Omit<StoredReply, 'usage'>,
  extractor: Extractor,
  context: ExtractContext,
  act: Protocol['act'] = undefined,
): JudgedReply {
  // Acting is scored by the block that was put down, not by the text of the reply.
  if (act && reply.episode) return { outcome: 'answered', extraction: { answer: reply.episode.placed } };
  const extraction = extract(reply.text, extractor, context);
  if (reply.finish === 'refused') return { outcome: 'refused', extraction };
  if (reply.finish === 'length') return { outcome: 'truncated', extraction };
  if (reply.text.trim() === '') return { outcome: 'unparsed', reason: 'empty', extraction };
  if (isParsed(extraction)) return { outcome: 'answered', extraction };
  return { outcome: 'unparsed', reason: 'error' in extraction ? extraction.error : 'no answer found', extraction };
}

/** One text that an extractor chokes on must not take the others with it. */
function extract(text: string, extractor: Extractor, context: ExtractContext): Extraction {
  try {
    return extractor.extract(text, context);
  } catch (error) {
    return { error: `extractor ${extractor.id} failed: ${messageOf(error)}`, effect: 'dropped' };
  }
}

/** What an extractor may know of a question. */
export function contextOf(benchmark: Benchmark, sample: Sample) {
  const { choices, size } = benchmark.space(sample);
  return { ...(choices ? { choices } : {}), ...size };
}
