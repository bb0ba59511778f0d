import { expect, test } from 'vitest';
import type { Performance } from './episode.ts';
import type { Reply } from './model.ts';
import { storedReply } from './run.ts';

const performance: Performance = {
  acting: { calls: 1, meanMs: 2, maxMs: 3, meanCommands: 4 },
  film: { sha256: 'f'.repeat(64), type: 'video/mp4', bytes: 9 },
  episode: {
    placed: null,
    events: [],
    end: 'done',
    actions: { sha256: 'a'.repeat(64), count: 1 },
    steps: 1,
    hashes: [],
    start: 's',
    world: 'w',
  },
};

test('who only acts has no words; who only speaks did nothing', () => {
  expect(storedReply({ performance })).toEqual({ text: '', finish: 'stop', ...performance });
  const reply: Reply = { text: 'A', finish: 'stop' };
  expect(storedReply({ reply })).toBe(reply);
});

test('a line is written as it always was: words, the deed, the bill', () => {
  const usage = { inputTokens: 1, outputTokens: 2 };
  const reply: Reply = { usage, servedBy: 'me', finish: 'stop', text: 'A' };
  const stored = storedReply({ reply, performance });
  expect(Object.keys(stored)).toEqual(['text', 'finish', 'servedBy', 'episode', 'film', 'acting', 'usage']);
  expect(Object.keys(stored.episode ?? {})).toEqual(Object.keys(performance.episode).reverse());
});
