import { expect, it } from 'vitest';
import { isVlmevalkitFailure, vlmevalkitFailure } from '../vlmevalkit/can-infer.ts';
import { isLmmsFailure, lmmsFailure } from './log.ts';

it('is what lmms-eval writes: one line, at most 200 characters of the error', () => {
  expect(lmmsFailure({ message: 'HTTP 500:\nout of memory', attempts: 3 })).toBe(
    '[LMMS_EVAL_REQUEST_FAILED after 3 retries] HTTP 500: out of memory',
  );
  expect(lmmsFailure({ message: '🙂'.repeat(300), attempts: 1 })).toMatch(/\] (?:🙂){200}$/u);
});

it('is known again, and nothing else is', () => {
  expect(isLmmsFailure(lmmsFailure({ message: '', attempts: 1 }))).toBe(true);
  expect(isLmmsFailure('[LMMS_EVAL_BUDGET_EXCEEDED]')).toBe(true);
  expect(isLmmsFailure('')).toBe(false);
  expect(isLmmsFailure('A')).toBe(false);
  expect(isVlmevalkitFailure(`${vlmevalkitFailure} `)).toBe(true);
  expect(isVlmevalkitFailure('I failed to obtain an answer.')).toBe(false);
});
