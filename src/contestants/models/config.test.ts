import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';

const parse = (value: unknown) => parseConfig(JSON.stringify(value), '/here/sextant.config.json');
const wrong = (message: RegExp) =>
  expect.objectContaining({
    code: 'bad_config',
    where: '/here/sextant.config.json',
    message: expect.stringMatching(message),
  });

test('a short endpoint gets the usual rest', () => {
  expect(parse({ endpoints: { lab: { baseUrl: 'http://10.0.0.5:8000/v1' } } })).toEqual({
    endpoints: {
      lab: {
        dialect: 'openai',
        baseUrl: 'http://10.0.0.5:8000/v1',
        headers: {},
        maxImages: 999,
        video: false,
        coordinates: null,
      },
    },
  });
  expect(parse({})).toEqual({ endpoints: {} });
});

test.each([
  [{ endpoints: { lab: {} } }, /^endpoints\.lab\.baseUrl: /],
  [{ endpoints: { lab: { baseUrl: 'ftp://x' } } }, /^endpoints\.lab\.baseUrl: /],
  [{ endpoints: { lab: { baseUrl: 'http://x', maxImage: 3 } } }, /^endpoints\.lab: .*maxImage/],
  [{ endpoints: { openai: { baseUrl: 'http://x' } } }, /endpoints\.openai: .*taken/],
  [{ endpoints: { python: { baseUrl: 'http://x' } } }, /endpoints\.python: .*taken/],
  [{ endpoints: { 'a/b': { baseUrl: 'http://x' } } }, /endpoints\.a\/b: /],
  [{ endpoint: {} }, /endpoint/],
  [[], /the whole/],
])('%j names what is wrong', (value, message) => {
  expect(() => parse(value)).toThrow(wrong(message));
});

test('broken JSON is told by its place, without quoting the file', () => {
  const text = '{\n  "headers": "sk-secret-value\n}';
  expect(() => parseConfig(text, '/here/sextant.config.json')).toThrow(
    wrong(/^not valid JSON( \(line \d+ column \d+\))?$/),
  );
});
