import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { behave } from '../contestants/models/testing/bad-server.ts';
import { attemptsOf, eventsOf, keysOf } from './testing/journal.ts';
import { begin, newFolder, sextant } from './testing/sextant.ts';
import { startUnitServer } from './testing/unit-server.ts';

// Only a hang should end in it: a busy machine may need a minute for an episode.
const heldDisk = { NODE_OPTIONS: `--import ${join(import.meta.dirname, 'testing/held-disk.mjs')}` };

/** Questions under way at once, and how many are answered before the process is killed. */
const AT_ONCE = 16;
const ASKED = 30;

/** Looks again until it is so; a test that waits in vain runs into its time limit. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(20);
}

function finalsOf(folder: string) {
  try {
    return attemptsOf(folder).filter(({ final, reply }) => final && reply);
  } catch {
    return []; // not begun yet
  }
}

test('a disk that hangs does not keep answers from the journal: kill -9 loses none, and none is asked twice', async () => {
  const cwd = newFolder();
  const hold = join(cwd, 'hold');
  const folder = join(cwd, 'run');
  const waiting: (() => void)[] = [];
  let answersAll = false;
  const server = await startUnitServer((key) => (response, request) => {
    const answer = () => behave.says('ABCD'[key.charCodeAt(0) % 4] ?? 'A')(response, request);
    const asked = server.asked.length;
    if (answersAll || asked <= ASKED - AT_ONCE) return answer();
    // The disk stops while as many requests as possible are under way. They are answered, and no later one is.
    if (asked <= ASKED) waiting.push(answer);
    if (asked !== ASKED) return;
    writeFileSync(hold, '');
    for (const each of waiting) each();
  });
  const place = { cwd, env: { ...server.env, ...heldDisk } };
  const concurrency = ['--concurrency', String(AT_ONCE)];
  const args = ['run', 'tiny:count=200', '--model', 'openai/some', ...concurrency, '--out', 'run', '--json'];

  const { child, ended } = begin(place, ...args);
  // Every answer that left the server reaches the journal although nothing more reaches the disk.
  await until(() => finalsOf(folder).length === ASKED);
  child.kill('SIGKILL');
  expect((await ended).signal).toBe('SIGKILL');
  const keys = keysOf(folder);
  const kept = new Set(finalsOf(folder).map(({ unit }) => keys.get(unit)));
  expect(kept.size).toBe(ASKED);

  answersAll = true;
  rmSync(hold);
  const before = server.asked.length;
  const { json } = await sextant(place, ...args);
  await server.close();
  expect(json.at(-1)).toMatchObject({ event: 'done', summary: { units: 200, missing: 0 } });
  expect(server.asked.slice(before).filter((key) => kept.has(key))).toEqual([]);
  expect(server.asked).toHaveLength(before + 200 - ASKED);
});

test('an episode is in the journal before its commands are on the disk', async () => {
  const cwd = newFolder();
  writeFileSync(join(cwd, 'hold'), '');
  const folder = join(cwd, 'run');
  const limited = [
    ...['run', 'rsb-math-4', '--policy', 'policy/expert', '--workers', '1', '--limit', '2', '--out', 'run', '--json'],
  ];
  const { child } = begin({ cwd, env: heldDisk }, ...limited);
  await until(() => finalsOf(folder).length > 0);
  child.kill('SIGKILL');
  await once(child, 'close');
  // The second episode may have ended as well by then.
  const kept = finalsOf(folder);
  const [first] = kept;
  const sha256 = first?.reply?.episode?.actions.sha256 ?? '';
  const commands = join(folder, 'blobs', sha256.slice(0, 2), sha256);
  expect(readFileSync(commands).length).toBeGreaterThan(4);
  const resumed = await sextant({ cwd }, ...limited);
  expect(resumed.json[0]).toMatchObject({ event: 'launch', done: kept.length });

  // A power cut can take the commands and leave the line: the unit is open, named and asked again.
  rmSync(commands);
  const { json } = await sextant({ cwd }, 'score', 'run', '--json');
  expect(json[0]).toMatchObject({ missing: 0, damaged: 1 });
  expect(json[0].metrics[0]).toMatchObject({ n: 1, errors: 1 });
  expect(json[0].problems).toEqual([expect.stringContaining(`unit ${first?.unit}: the commands of its episode`)]);
  const again = await sextant({ cwd }, ...limited);
  expect(again.json[0]).toMatchObject({ done: 1 });
  expect(again.json[1].summary).toMatchObject({ missing: 0, damaged: 0, problems: [] });
  expect(readFileSync(commands).length).toBeGreaterThan(4);
});

test('a model is not asked again because the hands that act on its words were killed', async () => {
  const cwd = newFolder();
  const folder = join(cwd, 'run');
  const server = await startUnitServer(() => behave.says('The answer is B.'));
  const args = ['run', 'rsb-math-4', '--model', 'openai/some', '--concurrency', '8', '--workers', '1', '--limit', '8'];
  const place = { cwd, env: server.env };

  const { child } = begin(place, ...args, '--out', 'run', '--json');
  const said = () =>
    existsSync(join(folder, 'events.ndjson')) ? eventsOf(folder).filter(({ event }) => event === 'said') : [];
  await until(() => said().length === 8);
  child.kill('SIGKILL');
  await once(child, 'close');
  // One thread acts on eight answers: most have been heard and not yet been acted on.
  expect(finalsOf(folder).length).toBeLessThan(8);

  const { json } = await sextant(place, ...args, '--out', 'run', '--json');
  await server.close();
  expect(json.at(-1)).toMatchObject({ event: 'done', summary: { units: 8, missing: 0, outcomes: { answered: 8 } } });
  expect(server.asked).toHaveLength(8);
  // Words count once, with the attempt that they became part of.
  const { summary } = json.at(-1);
  const used = finalsOf(folder).map(({ reply }) => reply?.usage?.inputTokens ?? 0);
  expect(summary.usage.inputTokens).toBe(used.reduce((sum, tokens) => sum + tokens, 0));
});
