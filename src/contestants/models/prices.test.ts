import { expect, test } from 'vitest';
import { costOf } from '../../contracts/index.ts';
import { builtinPrices, parsePrices, priceOf } from './prices.ts';

test('a dated version costs what its family costs', () => {
  for (const id of ['openai/gpt-4o-2024-08-06', 'openai/gpt-4o-latest', 'openai/gpt-4o']) {
    expect(priceOf(id)).toMatchObject({ input: 2.5, output: 10 });
  }
  expect(priceOf('anthropic/claude-sonnet-4-5-20250929')).toEqual(priceOf('anthropic/claude-sonnet-4-5'));
  expect(priceOf('gemini/gemini-2.5-flash-preview-09-2025')?.input).toBe(0.3);
});

test('another model is not a version: its price is unknown, never 0', () => {
  const table = { 'openai/gpt-4o': { input: 1, output: 2 }, 'anthropic/claude-sonnet-4': { input: 1, output: 2 } };
  for (const id of [
    'openai/gpt-4o-mini',
    'openai/gpt-4o2',
    'anthropic/claude-sonnet-4-7',
    'anthropic/claude-sonnet-4-7-20270101',
    'openai/x',
  ]) {
    expect(priceOf(id, table)).toBeNull();
  }
  expect(costOf({ inputTokens: 1, outputTokens: 1 }, null)).toBeNull();
});

test.each(['vllm/Qwen/Qwen3-VL', 'ollama/llava', 'baseline/random', 'reference/point', 'replay/runs/a'])(
  '%s costs nothing',
  (id) => {
    expect(priceOf(id)).toEqual({ input: 0, output: 0, note: 'local' });
  },
);

test('a price tells its date and source', () => {
  expect(priceOf('gemini/gemini-2.5-pro')?.note).toMatch(
    /^list price of 20\d\d-\d\d-\d\d; prompts up to 200k tokens; ai\.google\.dev/,
  );
  for (const [id, price] of Object.entries(builtinPrices)) {
    expect(price, id).toMatchObject(
      id.endsWith('/*') ? { note: 'local' } : { date: expect.any(String), source: expect.any(String) },
    );
  }
});

test('a file of one’s own goes over the list; its mistakes are named', () => {
  const table = parsePrices(
    '{"models":{"openai/gpt-4o":{"input":9,"output":9},"lab/*":{"input":1,"output":1,"note":"ours"}}}',
    'p.json',
  );
  expect(priceOf('openai/gpt-4o', table)?.input).toBe(9);
  expect(priceOf('lab/anything', table)).toEqual({ input: 1, output: 1, note: 'ours' });
  expect(() => parsePrices('{"models":{"a/b":{"input":-1,"output":1}}}', 'p.json')).toThrow(
    expect.objectContaining({
      code: 'bad_config',
      where: 'p.json',
      message: expect.stringMatching(/models\.a\/b\.input/),
    }),
  );
});

test('a cost is tokens by price', () => {
  expect(
    costOf({ inputTokens: 2_000_000, outputTokens: 500_000, reasoningTokens: 9 }, { input: 3, output: 10, note: '' }),
  ).toBe(11);
});
