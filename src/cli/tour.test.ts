import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { behave } from '../contestants/models/testing/bad-server.ts';
import { newFolder, sextant } from './testing/sextant.ts';
import { startUnitServer } from './testing/unit-server.ts';

test('start makes all four families, lets everybody play, and tells it ability by ability', async () => {
  const place = { cwd: newFolder() };
  const { code, stdout, stderr } = await sextant(place, 'start', '--count', '4');
  expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
  const titles = { point: 'Pointing', views: 'Relating views', motion: 'Following motion', act: 'Acting' };
  const chapters = stdout.split(/^\d of 4 {2}/m);
  const scoreOf = (ability: keyof typeof titles, who: string) => {
    const lines = chapters.find((chapter) => chapter.startsWith(titles[ability]))?.split('\n');
    return lines?.findLast((line) => line.startsWith(`  ${who} `))?.match(/ ([\d.-]+) \[/)?.[1];
  };
  // Who answered what stands before the bars.
  for (const chapter of chapters.slice(1)) expect(chapter).toMatch(/“.+”.+ [✓✗].+●.+\[/s);
  expect(stderr).not.toContain('runs/');
  expect(stdout.trim()).toMatch(/has to be earned by looking\.$/);
  for (const ability of ['point', 'views', 'motion'] as const) {
    expect([ability, scoreOf(ability, 'baseline/oracle')]).toEqual([ability, '100.0']);
    expect(scoreOf(ability, 'baseline/random')).toBeDefined();
    expect(scoreOf(ability, 'baseline/blind')).toBeDefined();
  }
  expect(scoreOf('act', 'policy/expert')).toBe('100.0');
  for (const policy of ['random', 'nearest', 'expert-random']) expect(scoreOf('act', `policy/${policy}`)).toBeDefined();
  expect(stderr).toContain('bin/sextant view');
  expect(readdirSync(join(place.cwd, 'runs'))).toHaveLength(13);
});

test('quick draws a profile', async () => {
  const place = { cwd: newFolder() };
  const { code, stdout } = await sextant(
    place,
    'quick',
    '--model',
    'baseline/oracle',
    '--seed',
    '3',
    '--count',
    '4',
    '--json',
  );
  expect(code).toBe(0);
  const profile = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  expect(profile).toMatchObject({ event: 'profile', model: 'baseline/oracle', seed: 3 });
  expect(profile.abilities.map(({ metric }: { metric: { value: number } }) => metric.value)).toEqual([1, 1, 1, 1]);
  expect(readFileSync(join(place.cwd, 'profile.svg'), 'utf8')).toContain('baseline/oracle');
});

test('a quick profile that a refused key ends says why, and does not exit as if somebody had pressed Ctrl-C', async () => {
  const server = await startUnitServer(() => behave.status(401));
  const place = { cwd: newFolder(), env: { ...server.env, OPENAI_API_KEY: 'sk-some-key' } };
  const { code, json, stderr } = await sextant(place, 'quick', '--model', 'openai/some', '--count', '4', '--json');
  await server.close();
  expect(code).toBe(3);
  expect(json.at(-1)).toMatchObject({ event: 'stopped', ability: 'point', reason: 'auth' });
  expect(stderr).toContain('does not accept the key');
});
