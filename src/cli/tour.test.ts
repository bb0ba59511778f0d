import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { behave } from '../contestants/models/testing/bad-server.ts';
import { newFolder, sextant } from './testing/sextant.ts';
import { startUnitServer } from './testing/unit-server.ts';

test('start makes all four families, lets everybody play, and shows one table', async () => {
  const place = { cwd: newFolder() };
  const { code, stdout, stderr } = await sextant(place, 'start', '--count', '4');
  expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
  const rows = stdout.split('\n').map((line) => line.split('│').map((cell) => cell.trim()));
  const scoreOf = (ability: string, who: string) => rows.find(([a, b]) => a === ability && b?.startsWith(who))?.[3];
  for (const ability of ['point', 'views', 'motion']) {
    expect([ability, scoreOf(ability, 'baseline/oracle')]).toEqual([ability, '100.0']);
    expect(scoreOf(ability, 'baseline/random')).toBeDefined();
    expect(scoreOf(ability, 'baseline/blind')).toBeDefined();
  }
  expect(scoreOf('act', 'policy/expert (')).toBe('100.0');
  for (const policy of ['random', 'nearest', 'expert-random']) expect(scoreOf('act', `policy/${policy}`)).toBeDefined();
  expect(stderr).toContain('bin/sextant view');
  const written = readdirSync(join(place.cwd, 'runs'));
  expect(written.filter((name) => name !== 'report.html')).toHaveLength(13);
  expect(written).toContain('report.html');
  expect(stderr.trimEnd().endsWith(join('runs', 'report.html'))).toBe(true);
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
