import { join } from 'node:path';
import { expect, test } from 'vitest';
import { behave } from '../contestants/models/testing/bad-server.ts';
import { random } from '../stats/index.ts';
import { attemptsOf, keysOf } from './testing/journal.ts';
import { begin, newFolder, sextant } from './testing/sextant.ts';
import { startUnitServer } from './testing/unit-server.ts';

const KILLS = 50;

test(`killed ${KILLS} times at random moments, the run ends as if nothing had happened`, async () => {
  const dice = random('kill');
  /** Called for every request; decides when the process must die. */
  let onRequest = () => {};
  const server = await startUnitServer((key) => {
    onRequest();
    // The answer depends on the question alone, so that two runs can be compared.
    return behave.says('ABCD'[key.charCodeAt(0) % 4] ?? 'A');
  });
  const place = { cwd: newFolder(), env: server.env };
  const args = ['run', 'tiny:count=600', '--model', 'openai/some', '--concurrency', '4', '--json'];
  const folder = join(place.cwd, 'killed');

  const finished = new Set<string>();
  let kills = 0;
  while (kills < KILLS) {
    const { child, ended } = begin(place, ...args, '--out', 'killed');
    const before = server.asked.length;
    const patience = 1 + dice.int(12);
    const delayMs = dice.next() * 3;
    onRequest = () => {
      if (server.asked.length - before === patience) setTimeout(() => child.kill('SIGKILL'), delayMs);
    };
    const { signal, stderr } = await ended;
    expect(signal, stderr).toBe('SIGKILL');
    kills += 1;

    const keys = keysOf(folder);
    const again = server.asked.slice(before).filter((key) => finished.has(key));
    expect(again, 'a finished unit was asked again').toEqual([]);
    for (const { unit, final } of attemptsOf(folder)) if (final) finished.add(keys.get(unit) ?? '');
  }
  onRequest = () => {};
  expect(finished.size).toBeGreaterThan(KILLS);
  expect(finished.size).toBeLessThan(600);

  const resumed = await sextant(place, ...args, '--out', 'killed');
  const undisturbed = await sextant(place, ...args, '--out', 'undisturbed');
  await server.close();
  const { seconds: _a, of: _ofA, ...survivor } = resumed.json.at(-1).summary;
  const { seconds: _b, of: _ofB, ...expected } = undisturbed.json.at(-1).summary;
  expect(survivor).toEqual(expected);
  expect(survivor).toMatchObject({ units: 600, missing: 0, problems: [] });
  const counted = attemptsOf(folder).filter(({ final }) => final);
  expect(new Set(counted.map(({ unit }) => unit)).size).toBe(600);
  expect(counted).toHaveLength(600);
});
