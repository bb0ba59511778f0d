import { appendFileSync, cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { attemptsOf } from '../cli/testing/journal.ts';
import { runPaths } from '../store/index.ts';
import { viewerApp } from './app.ts';
import { pageFiles } from './page-files.ts';
import { RunCatalog } from './run-catalog.ts';
import { ServedRun } from './stored-run.ts';
import { append, newFolder, tinyRun } from './testing/runs.ts';
import type { ListPage } from './wire.ts';

let made: Promise<string> | undefined;

/** Made once: two thousand questions and their pictures take a while. */
function longRun(): Promise<string> {
  made ??= tinyRun({ folder: join(newFolder(), 'run'), count: 2000 });
  return made;
}

it('gives every row once, page by page, and a unit that changed again with its last change', async () => {
  const folder = await tinyRun({ folder: join(newFolder(), 'run'), count: 7 });
  const stored = new ServedRun(folder);
  await stored.refresh();
  const listed = async (most: number, from = 0) => {
    const ids: string[] = [];
    for (let [after, more] = [from, true]; more; ) {
      const page = await stored.page(after, most);
      expect(page.rows.length).toBeLessThanOrEqual(most);
      ids.push(...page.rows.map(({ result }) => result.id));
      [after, more] = [page.version, page.more];
    }
    return ids;
  };
  const all = await listed(100);
  expect(new Set(all).size).toBe(7);
  for (const most of [1, 2, 3, 7]) expect(await listed(most)).toEqual(all);

  const { version } = await stored.page(0, 100);
  const [first] = attemptsOf(folder);
  if (!first) return expect.fail('nobody answered');
  append(folder, { ...first, attempt: 2, reply: { text: 'again', finish: 'stop' } });
  await stored.refresh();
  expect(await stored.page(version, 100)).toMatchObject({
    rows: [{ result: { id: first.unit }, said: 'again' }],
    more: false,
  });
  for (const most of [1, 3, 100])
    expect(await listed(most)).toEqual([...all.filter((id) => id !== first.unit), first.unit]);
  stored.close();
});

it('gives the first rows of a long run while the rest is being read, and all of them in the end', async () => {
  const folder = await longRun();
  const stored = new ServedRun(folder);
  const first = await stored.page(0, 10);
  expect(first.rows).toHaveLength(10);
  expect([first.more, stored.isRead]).toEqual([true, false]);

  const rows = [...first.rows];
  for (let { version, more } = first; more; ) {
    const page = await stored.page(version, 300);
    rows.push(...page.rows);
    ({ version, more } = page);
  }
  const whole = new ServedRun(folder);
  await whole.refresh();
  const byId = (a: { result: { id: string } }, b: { result: { id: string } }) => (a.result.id < b.result.id ? -1 : 1);
  expect(rows.sort(byId)).toEqual([...whole.rows()]);
  expect(stored.summary()).toEqual(whole.summary());
  stored.close();
  whole.close();
});

it('lists what was read so far while the rest is being read, and then the whole, ordered once per state', async () => {
  const folder = join(newFolder(), 'run');
  cpSync(await longRun(), folder, { recursive: true });
  const stored = new ServedRun(folder);
  const ask = { filter: {}, from: 0, count: 50, known: 0 };
  const first = await stored.list(ask);
  expect(first.complete).toBe(false);
  expect(first.total).toBeGreaterThanOrEqual(1000);
  expect(first.total).toBeLessThan(2000);
  let page = first;
  const totals = [];
  while (!page.complete) {
    page = await stored.list({ ...ask, known: page.version });
    totals.push(page.total);
  }
  // Asked again, it waited until there was much more.
  expect(totals.length).toBeLessThanOrEqual(2);
  expect(page).toMatchObject({ total: 2000, found: 2000 });

  // The very same rows: no second list was made.
  const [again] = (await stored.list(ask)).rows;
  expect(again).toBe(page.rows[0]);
  const [attempt] = attemptsOf(folder);
  if (!attempt) return expect.fail('nobody answered');
  append(folder, { ...attempt, attempt: 2, reply: { text: 'again', finish: 'stop' } });
  const later = await stored.list({ ...ask, unit: { id: attempt.unit } });
  expect(later.state).not.toBe(page.state);
  expect(later).toMatchObject({ total: 2000, complete: true });
  const { rows } = await stored.list({ filter: { q: 'again' }, count: 5, known: 0 });
  expect(rows).toMatchObject([{ said: 'again', result: { id: attempt.unit } }]);
  stored.close();
});

it('pictures of the rows in sight waited until the whole run was read, and filters behind them', async () => {
  const root = newFolder();
  const folder = join(root, 'run');
  cpSync(await longRun(), folder, { recursive: true });
  const { events } = runPaths(folder);
  appendFileSync(events, readFileSync(events, 'utf8').repeat(5));
  const catalog = new RunCatalog([root], async () => undefined);
  const app = viewerApp({ catalog, page: pageFiles(), port: () => 80 });
  const ask = async (path: string) => app.request(path, { headers: { host: '127.0.0.1:80' } });
  const [id = ''] = catalog.folders().keys();
  const list: ListPage = await (await ask(`/api/runs/${id}/list?count=1`)).json();
  const { sha256 } = list.rows[0]?.look?.media[0] ?? {};
  const first = (path: string) =>
    Promise.race([catalog.run(id).then(() => 'the run'), ask(path).then(({ status }) => status)]);
  expect(list.complete).toBe(false);
  expect(await first(`/api/runs/${id}/blobs/${sha256}`)).toBe(200);
  expect(await first(`/api/runs/${id}/blobs?hashes=${sha256}`)).toBe(200);
  expect(await first(`/api/runs/${id}/thumbs/${sha256}?type=image/png`)).toBe(200);
  // What no row has shown may come later in the journal.
  expect(await first(`/api/runs/${id}/blobs/${'0'.repeat(64)}`)).toBe('the run');
  await catalog.close();
});
