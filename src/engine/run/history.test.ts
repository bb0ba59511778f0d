import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AttemptEvent, RunEvent, StoredReply } from '../../contracts/index.ts';
import { Journal, runPaths } from '../../store/index.ts';
import { readHistory } from './history.ts';

const at = '2026-01-01T00:00:00.000Z';
const reply: StoredReply = { text: 'A', finish: 'stop', usage: { inputTokens: 10, outputTokens: 1 } };
const said: RunEvent = { event: 'said', unit: 'q', epoch: 0, at, reply };
const film: NonNullable<StoredReply['film']> = { sha256: 'f'.repeat(64), type: 'video/mp4', bytes: 9 };

type Tried = Partial<AttemptEvent>;

/** An attempt at the unit that these tests are about. */
function tried(attempt: number, more: Tried): RunEvent {
  return { event: 'attempt', unit: 'q', epoch: 0, attempt, at, ms: 1, final: false, ...more };
}
const failed = (attempt: number, final: boolean) =>
  tried(attempt, { final, error: { kind: 'rejected', message: 'no' } });

/** What the next session finds after these lines. */
async function after(...events: RunEvent[]) {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-history-'));
  const journal = new Journal(runPaths(folder).events);
  journal.append(...events);
  await journal.close();
  const { answered, open, words, usage, unmetered } = await readHistory({
    folder,
    price: { input: 1, output: 1, note: '' },
    find: () => undefined,
    visit: () => {},
  });
  return { answered: answered.has('0:q'), open: open.get('0:q'), words: words.get('0:q')?.text, usage, unmetered };
}

test.each<[string, RunEvent[], { answered: boolean; open?: { attempts: number; replies: number } }]>([
  ['an answer', [tried(1, { final: true, reply })], { answered: true }],
  ['a unit given up', [failed(1, true)], { answered: false, open: { attempts: 1, replies: 0 } }],
  ['an answer after that', [failed(1, true), tried(2, { final: true, reply })], { answered: true }],
  [
    'a failure after an answer: the last one counts',
    [tried(1, { final: true, reply }), failed(2, true)],
    { answered: false, open: { attempts: 2, replies: 0 } },
  ],
  [
    'unreadable replies, a failure between them',
    [tried(1, { reply }), failed(2, false), tried(3, { reply })],
    { answered: false, open: { attempts: 3, replies: 2 } },
  ],
  [
    'a unit given up: replies before that count no more',
    [tried(1, { reply }), failed(2, true), tried(3, { reply })],
    { answered: false, open: { attempts: 3, replies: 1 } },
  ],
  [
    'an answer whose film is lost',
    [tried(1, { final: true, reply: { ...reply, film } })],
    { answered: false, open: { attempts: 1, replies: 0 } },
  ],
])('the next session finds %s', async (_, events, expected) => {
  const { answered, open } = await after(...events);
  expect({ answered, ...(open && { open }) }).toEqual(expected);
});

test('words wait for hands until an attempt holds them, also when that is not the last', async () => {
  expect(await after(said)).toMatchObject({ words: 'A' });
  expect(await after(said, failed(1, false))).toMatchObject({ words: 'A' });
  expect(await after(said, tried(1, { reply }))).toMatchObject({ words: undefined });
  expect(await after(said, tried(1, { final: true, reply }))).toMatchObject({ words: undefined });
});

test('what was paid counts once: not the words beside their attempt, and nothing from a cache', async () => {
  const paid = { inputTokens: 10, outputTokens: 1 };
  expect(await after(said, tried(1, { final: true, reply }))).toMatchObject({ usage: paid, unmetered: false });
  expect(await after(tried(1, { reply }), tried(2, { cached: true, final: true, reply }))).toMatchObject({
    usage: paid,
  });
});

test('a paid reply that does not say what it used leaves the cost unknown, a cached one does not', async () => {
  const bare: StoredReply = { text: 'A', finish: 'stop' };
  expect(await after(tried(1, { final: true, reply: bare }))).toMatchObject({ unmetered: true });
  expect(await after(tried(1, { final: true, cached: true, reply: bare }))).toMatchObject({ unmetered: false });
});
