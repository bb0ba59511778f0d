import { expect, test } from 'vitest';
import type { Episode, StoredReply } from '../../contracts/index.ts';
import { lostFile } from './made-files.ts';

const episode: Episode = {
  world: 'w',
  start: '',
  hashes: [],
  steps: 1,
  end: 'done',
  events: [],
  placed: null,
  actions: { sha256: 'a'.repeat(64), count: 1 },
};
const film: NonNullable<StoredReply['film']> = { sha256: 'f'.repeat(64), type: 'video/mp4', bytes: 9 };
const reply: StoredReply = { text: '', finish: 'stop', episode, film };
const sizes = (actions: number | undefined, clip: number | undefined) => (name: string) => {
  const bytes = name.startsWith('a') ? actions : clip;
  return bytes === undefined ? undefined : { path: name, bytes };
};

test('commands that a power cut took or emptied, and films that it cut short, are named', () => {
  expect(lostFile(reply, sizes(116, 9))).toBeUndefined();
  expect(lostFile(reply, sizes(undefined, 9))).toContain('commands');
  expect(lostFile(reply, sizes(0, 9))).toContain('commands');
  expect(lostFile(reply, sizes(116, undefined))).toContain('film');
  expect(lostFile(reply, sizes(116, 8))).toContain('film');
});

test('a plain answer has no files, and an episode that was played elsewhere has none here', () => {
  expect(lostFile({ text: 'A', finish: 'stop' }, () => undefined)).toBeUndefined();
  const foreign = { ...episode, actions: { sha256: '', count: 0 } };
  expect(lostFile({ text: '', finish: 'stop', episode: foreign }, () => undefined)).toBeUndefined();
});
