import { expect, test } from 'vitest';
import { lmmsDocHash, lmmsFolder, lmmsTime, lmmsTokenCounts } from './log.ts';

test('the time is the run’s, in Singapore', () => {
  expect(lmmsTime('2026-11-17T18:30:05.123Z')).toBe('20261118_023005');
  expect(lmmsTime('2026-12-31T15:59:59Z')).toBe('20261231_235959');
  expect(() => lmmsTime('yesterday')).toThrow('"yesterday" is not a time');
});

test('folders are named as sanitize_model_name names them, and lead nowhere else', () => {
  expect(lmmsFolder('Qwen/Qwen2.5-VL-7B-Instruct')).toBe('Qwen__Qwen2.5-VL-7B-Instruct');
  expect(lmmsFolder('vllm/a/b:c?d')).toBe('a__b__c__d');
  expect(['..', '.', '', '../..', '/etc/x'].map(lmmsFolder)).toEqual(['_', '_', '_', '..__..', 'etc__x']);
});

test('doc_hash is that of null, as in every log of v0.7.2', () => {
  expect(lmmsDocHash).toBe('74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b');
});

test('tokens are told where the server told them', () => {
  expect(lmmsTokenCounts(undefined)).toEqual([null]);
  expect(lmmsTokenCounts({ inputTokens: 5, outputTokens: 2 })).toEqual([{ input_tokens: 5, output_tokens: 2 }]);
  expect(lmmsTokenCounts({ inputTokens: 5, outputTokens: 2, reasoningTokens: 1 })).toEqual([
    { input_tokens: 5, output_tokens: 2, reasoning_tokens: 1 },
  ]);
});
