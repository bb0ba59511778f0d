import type { Said } from '../../contracts/index.ts';
import { isNoAnswer, redactor } from '../../host/index.ts';

/**
 * Takes secrets out of what was said, whoever said it: a server may echo what it was sent, and not even then does a key get into a
 * run folder. Of an answer only what can be no part of one.
 */
export function replyRedactor(secrets: readonly string[]): <T extends Said>(said: T) => T {
  const redact = redactor(secrets);
  const redactAnswer = redactor(secrets, isNoAnswer);
  return (said) => {
    const { reasoning, words, servedBy, responseId } = said;
    return {
      ...said,
      text: redactAnswer(said.text),
      ...(reasoning === undefined ? {} : { reasoning: redactAnswer(reasoning) }),
      ...(words === undefined ? {} : { words: redactAnswer(words) }),
      ...(servedBy === undefined ? {} : { servedBy: redact(servedBy) }),
      ...(responseId === undefined ? {} : { responseId: redact(responseId) }),
    };
  };
}
