import { describe, expect, it } from 'vitest';
import { aliasesOf, suites } from './suites.ts';

describe('suites', () => {
  it('are the authors’ six and two of ours, with four or ten labels and no J', () => {
    expect(suites.map(({ id }) => id)).toEqual([
      'rsb-math-4',
      'rsb-math-10',
      'rsb-hardmath-4',
      'rsb-hardmath-10',
      'rsb-general-4',
      'rsb-general-10',
      'rsb-math-wide-4',
      'rsb-math-wide-10',
    ]);
    for (const { labels, blocks } of suites) expect(labels.join('')).toBe('ABCDEFGHIK'.slice(0, blocks));
  });

  it('have the authors’ names', () => {
    expect(
      suites.slice(0, 6).map(({ taskName, trainConfig, evalConfig }) => [taskName, trainConfig, evalConfig]),
    ).toEqual([
      ['rsb_math', 'rsb_math_train_500', 'rsb_math_train_500'],
      ['rsb_math_10blocks', 'rsb_math_10blocks_train_500', 'rsb_math_10blocks_train_500'],
      ['rsb_hardmath', 'rsb_hardmath_train_7473', 'rsb_hardmath_train_700'],
      ['rsb_hardmath_10blocks', 'rsb_hardmath_10blocks_train_7473', 'rsb_hardmath_10blocks_train_700'],
      ['rsb_general', 'rsb_general_train_10k', 'rsb_general_test_500'],
      ['rsb_general_10blocks', 'rsb_general_10blocks_train_10k', 'rsb_general_10blocks_test_500'],
    ]);
  });
});

describe('aliases', () => {
  it.each([
    ['rsb-math-4', 'rsb_math', {}],
    ['rsb-math-4', 'rsb_math_train_500', { episodes: '500' }],
    ['rsb-hardmath-4', 'rsb_hardmath_train_7473', { split: 'train', episodes: '7473' }],
    ['rsb-hardmath-10', 'rsb_hardmath_10blocks_train_700', { split: 'test', episodes: '500' }],
    ['rsb-general-10', 'rsb_general_10blocks_train_2500', { split: 'train', episodes: '2500' }],
    ['rsb-general-10', 'rsb_general_10blocks_test_500', { split: 'test', episodes: '500' }],
    ['rsb-math-wide-4', 'rsb-math-wide', {}],
    ['rsb-math-wide-10', 'rsb_math_wide_10blocks_train_10k', { split: 'train', episodes: '10000' }],
  ])('%s is also %s', (id, alias, implied) => {
    const suite = suites.find((one) => one.id === id);
    expect(suite && aliasesOf(suite)[alias]).toEqual(implied);
  });
});
