import { expect, test } from 'vitest';
import type { Metric } from '../contracts/index.ts';
import { profileSvg, profileText } from './profile.ts';

const metric: Metric = { name: 'accuracy', value: 0.5, n: 40, low: 0.4, high: 0.6, method: 'wilson', chance: 0.25 };

test('bars show score, interval and chance', () => {
  const [first = '', second = ''] = profileText(
    [
      { name: 'point', metric },
      {
        name: 'act',
        metric: { ...metric, value: null, low: null, high: null, method: 'undefined: nothing was grasped' },
      },
    ],
    20,
  ).split('\n');
  expect(first).toBe('point  █████│████───         50.0 [40.0, 60.0], chance 25.0');
  expect(second).toBe('act                          undefined: nothing was grasped');
});

test('what part of the scene alone comes to is marked beside chance, where it is known', () => {
  const partly = { ...metric, ablated: { kind: 0.35, boxes: 0.9 } };
  const text = profileText([{ name: 'point', metric: partly }], 20);
  expect(text).toContain('point  █████│█╎██───     ╎   50.0 [40.0, 60.0], chance 25.0\n');
  expect(text).toContain('╎ part of the scene');
  const svg = profileSvg('profile', [{ name: 'point', metric: partly }]);
  expect(svg.match(/class="partly"/g)).toHaveLength(2);
  expect(svg).toContain('<title>boxes 90.0</title>');
  expect(svg).toContain('dotted: part of the scene alone');
  expect(profileText([{ name: 'point', metric }], 20)).not.toContain('part of the scene');
});

test('a score that errors leave open is a bracket, not a number', () => {
  const open = { ...metric, errors: 2, worst: 0.45, best: 0.55, lowest: 0.35, highest: 0.65 };
  const [line = ''] = profileText([{ name: 'point', metric: open }], 20).split('\n');
  // Filled as far as is sure; the interval is the one with the errors in it.
  expect(line).toBe('point  █████│███─────        between 45.0 and 55.0 (2 errors) [35.0, 65.0], chance 25.0');
  expect(profileSvg('profile', [{ name: 'point', metric: open }])).toContain('class="bracket" d="M319.0 65H361.0"');
});

test('names cannot become markup', () => {
  const svg = profileSvg('<script>"&', [{ name: '<b>', metric }]);
  expect(svg).toContain('&lt;script&gt;&quot;&amp;');
  expect(svg).not.toContain('<script>');
});

test('a picture is wide enough for what stands beside its bars', () => {
  const open = { ...metric, errors: 12, worst: 0.45, best: 0.55, lowest: 0.35, highest: 0.65 };
  const widthOf = (svg: string) => Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const words = 'between 45.0 and 55.0 (12 errors) [35.0, 65.0], chance 25.0';
  expect(widthOf(profileSvg('profile', [{ name: 'point', metric: open }]))).toBeGreaterThan(562 + words.length * 7.5);
  expect(widthOf(profileSvg('a'.repeat(200), [{ name: 'point', metric }]))).toBeGreaterThan(1500);
});
