import { expect, it } from 'vitest';
import { compareWithPython } from '../python/testing/fixtures.ts';
import { dsiOfficial } from './official.ts';

compareWithPython([dsiOfficial], import.meta.url, { answer: null });

it.each(['A', 'B', 'C', 'D'])('dsi/official reads the %s that it writes', (answer) => {
  expect(dsiOfficial.extract(dsiOfficial.write({ answer }, {}), {})).toEqual({ answer });
});

it('dsi/official cannot say E', () => {
  expect(() => dsiOfficial.write({ answer: 'E' }, {})).toThrow('"E" is not an answer');
});
