import { appendFileSync, mkdtempSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LONGEST_LINE, RunEvent } from '../contracts/index.ts';
import { FaultyDisk } from '../files/testing/faulty-disk.ts';
import { readEvents, StoredSamples } from './events.ts';
import { Journal } from './journal.ts';

const session = (id: string): RunEvent => ({ event: 'session', at: '2026-01-01T00:00:00Z', id });
const sample = (id: string): RunEvent => ({ event: 'sample', sample: { id, cluster: id, groups: {}, media: [] } });

function journalPath(): string {
  return join(mkdtempSync(join(tmpdir(), 'sextant-journal-')), 'events.ndjson');
}

async function readAll(path: string) {
  const events: RunEvent[] = [];
  const problems: string[] = [];
  for await (const read of readEvents(path)) {
    if ('event' in read) events.push(read.event);
    else problems.push(read.problem);
  }
  return { events, problems };
}

test('what was appended is read back in order', async () => {
  const path = journalPath();
  const journal = new Journal(path);
  journal.append(session('one'), sample('ü\n"x"'));
  journal.append(sample('b'));
  await journal.close();
  expect(await readAll(path)).toEqual({ events: [session('one'), sample('ü\n"x"'), sample('b')], problems: [] });
});

test('a line without end is named or, torn, skipped', async () => {
  const path = journalPath();
  const journal = new Journal(path);
  journal.append(session('one'));
  await journal.close();
  // As a crash can leave a file: longer than what was written, and nothing but zeros.
  truncateSync(path, LONGEST_LINE + 100);
  expect(await readAll(path)).toEqual({ events: [session('one')], problems: [] });
  appendFileSync(path, `\n${JSON.stringify(sample('b'))}\n`);
  expect(await readAll(path)).toEqual({
    events: [session('one'), sample('b')],
    problems: [`${path}:2 is not a journal line`],
  });
});

test('a journal that is a link is refused before anything is written to where it leads', () => {
  const path = journalPath();
  const victim = `${path}.victim`;
  writeFileSync(victim, 'no newline at its end');
  symlinkSync(victim, path);
  expect(() => new Journal(path)).toThrow('this is a symbolic link, expected a file');
  expect(readFileSync(victim, 'utf8')).toBe('no newline at its end');
});

test('a line that could not be read again is refused, and leaves no trace', async () => {
  const path = journalPath();
  const journal = new Journal(path);
  journal.append(session('one'));
  const reply = { text: 'A', finish: 'stop', usage: { inputTokens: -1, outputTokens: 1 } } as const;
  const attempt = { event: 'attempt', unit: 'a', epoch: 0, attempt: 1, at: 'now', ms: 1, final: true } as const;
  expect(() => journal.append(sample('a'), { ...attempt, reply })).toThrow(
    'this attempt could not be read again: reply.usage.inputTokens',
  );
  expect(() => journal.append({ ...attempt, ms: Number.NaN })).toThrow('this attempt could not be read again: ms');
  expect(() => journal.append(sample(''))).toThrow('this sample could not be read again: sample.id');
  journal.append(sample('b'));
  await journal.close();
  expect(await readAll(path)).toEqual({ events: [session('one'), sample('b')], problems: [] });
});

test('what is held comes before the next line, or when it is released; what could not be read again is refused at once', async () => {
  const path = journalPath();
  const journal = new Journal(path);
  journal.hold(sample('a'));
  expect(() => journal.hold(sample(''))).toThrow('this sample could not be read again: sample.id');
  expect((await readAll(path)).events).toEqual([]);
  journal.append(session('one'));
  expect((await readAll(path)).events).toEqual([sample('a'), session('one')]);
  journal.hold(sample('b'));
  journal.release();
  journal.release();
  await journal.close();
  expect(await readAll(path)).toEqual({ events: [sample('a'), session('one'), sample('b')], problems: [] });
});

test('a journal that does not exist yet is empty', async () => {
  expect(await readAll(journalPath())).toEqual({ events: [], problems: [] });
});

test('a line torn by a crash is harmless at any byte, before and after the next session', async () => {
  const torn = `${JSON.stringify(sample('torn'))}`;
  for (let cut = 1; cut < torn.length; cut += 7) {
    const path = journalPath();
    const first = new Journal(path);
    first.append(session('one'), sample('a'));
    await first.close();
    appendFileSync(path, torn.slice(0, cut));
    expect(await readAll(path)).toEqual({ events: [session('one'), sample('a')], problems: [] });

    const before = readFileSync(path, 'utf8');
    const second = new Journal(path);
    second.append(session('two'), sample('b'));
    await second.close();
    expect(readFileSync(path, 'utf8').startsWith(before)).toBe(true);
    expect(await readAll(path)).toEqual({
      events: [session('one'), sample('a'), session('two'), sample('b')],
      problems: [],
    });
  }
});

test('a last line that lost only its newline counts', async () => {
  const path = journalPath();
  writeFileSync(path, JSON.stringify(sample('a')));
  expect(await readAll(path)).toEqual({ events: [sample('a')], problems: [] });
});

test('damage in the middle is named by file and line, and the rest is read', async () => {
  const path = journalPath();
  writeFileSync(
    path,
    [JSON.stringify(session('one')), 'garbage', JSON.stringify(sample('a')), '{"event":"attempt"}', ''].join('\n'),
  );
  const { events, problems } = await readAll(path);
  expect(events).toEqual([session('one'), sample('a')]);
  expect(problems).toEqual([`${path}:2 is not a journal line`, `${path}:4 is not a journal line`]);
});

test('samples are found again long after they left memory', async () => {
  const path = journalPath();
  const journal = new Journal(path);
  for (let i = 0; i < 2000; i += 1) journal.append(sample(`s${i}`));
  await journal.close();
  const samples = new StoredSamples(path);
  for await (const read of readEvents(path)) {
    if ('event' in read && read.event.event === 'sample') samples.add(read.event.sample, read.line);
  }
  expect(samples.get('s0')?.id).toBe('s0');
  expect(samples.get('s1999')?.id).toBe('s1999');
  expect(samples.get('nobody')).toBeUndefined();
  samples.close();
});

test('an answer is judged the same with or without the short cut', async () => {
  const attempt = { event: 'attempt', unit: 'a', epoch: 0, attempt: 1, at: '', ms: 1.5, final: true };
  const reply = {
    text: 'A',
    finish: 'stop',
    usage: { inputTokens: 1, outputTokens: 2, reasoningTokens: 0 },
    servedBy: 'm',
  };
  const changes: object[] = [
    ...[
      {},
      { epoch: -1 },
      { epoch: 0.5 },
      { attempt: 0 },
      { final: 'yes' },
      { ms: null },
      { cached: true },
      { cached: false },
    ],
    ...[
      { finish: 'refused' },
      { finish: 'odd' },
      { text: 1 },
      { usage: {} },
      { usage: { inputTokens: -1, outputTokens: 1 } },
    ].map((change) => ({ reply: { ...reply, ...change } })),
    ...[
      { reply: undefined },
      { reply: 'A' },
      { error: { kind: 'x', message: 'y' } },
      { reply: { ...reply, reasoning: 5 } },
    ],
  ];
  for (const change of changes) {
    const path = journalPath();
    const line = JSON.stringify({ ...attempt, reply, ...change });
    writeFileSync(path, `${line}\n`);
    const expected = RunEvent.safeParse(JSON.parse(line)).data;
    expect((await readAll(path)).events, line).toEqual(expected ? [expected] : []);
  }
});

describe('on the disk', () => {
  let disk: FaultyDisk;
  beforeEach(() => {
    disk = new FaultyDisk();
  });
  afterEach(() => disk.mend());

  test('a line that the disk has no room for takes none of those with it that come once there is', async () => {
    const path = journalPath();
    const journal = new Journal(path);
    journal.append(session('one'));
    journal.hold(sample('held'));
    disk.room = 20;
    expect(() => journal.append(sample('a'))).toThrow('ENOSPC');
    expect(() => journal.append(sample('b'))).toThrow('ENOSPC');
    disk.room = Number.POSITIVE_INFINITY;
    journal.append(sample('c'));
    await journal.close();
    const { events, problems } = await readAll(path);
    expect(events).toEqual([session('one'), sample('held'), sample('c')]);
    expect(problems).toHaveLength(1);
  });

  test('everything is there once the journal is closed', async () => {
    const path = journalPath();
    const journal = new Journal(path);
    journal.append(session('one'), sample('a'));
    await journal.close();
    expect(disk.synced).toEqual([statSync(path).size]);
  });

  test('closing waits for a sync under way, and syncs what came after it', async () => {
    const path = journalPath();
    const journal = new Journal(path);
    disk.isSlow = true;
    journal.append(sample('a'));
    await expect.poll(() => disk.waiting.length).toBe(1);
    const before = statSync(path).size;
    journal.append(sample('b'));
    let isClosed = false;
    const closed = journal.close().then(() => (isClosed = true));
    await new Promise(setImmediate);
    expect({ isClosed, synced: disk.synced }).toEqual({ isClosed: false, synced: [] });
    disk.waiting.shift()?.();
    await closed;
    expect(disk.synced).toEqual([before, statSync(path).size]);
  });

  test('what a sync under way could not keep is an error of closing', async () => {
    const path = journalPath();
    const journal = new Journal(path);
    disk.isSlow = true;
    journal.append(sample('a'));
    await expect.poll(() => disk.waiting.length).toBe(1);
    const closed = journal.close();
    disk.fails = true;
    disk.waiting.shift()?.();
    // The next one would be told that all is well.
    disk.fails = false;
    await expect(closed).rejects.toMatchObject({ code: 'disk_failed', where: path });
  });

  test('what the disk did not keep is an error of the next line, and of closing', async () => {
    const path = journalPath();
    const journal = new Journal(path);
    disk.isSlow = true;
    journal.append(sample('a'));
    await expect.poll(() => disk.waiting.length).toBe(1);
    disk.fails = true;
    disk.waiting.shift()?.();
    expect(() => journal.append(sample('b'))).toThrow('not kept by the disk: EIO');
    disk.fails = false;
    await expect(journal.close()).rejects.toMatchObject({ code: 'disk_failed' });

    const other = new Journal(journalPath());
    other.append(sample('a'));
    disk.fails = true;
    await expect(other.close()).rejects.toMatchObject({ code: 'disk_failed' });
  });
});
