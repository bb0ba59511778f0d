import {
  type ExtractContext,
  type Extraction,
  type Extractor,
  isParsed,
  messageOf,
  type Outcome,
  type Protocol,
  type StoredReply,
} from '../../contracts/index.ts';

/** What a reply comes to before it is scored. */
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
  // What was done counts, not what was said: the answer is the block that was put down.
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
