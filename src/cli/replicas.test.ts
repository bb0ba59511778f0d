import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { behave, type SeenRequest, startBadServer } from '../contestants/models/testing/bad-server.ts';
import { attemptsOf } from './testing/journal.ts';
import { newFolder, sextant } from './testing/sextant.ts';

/** A letter that follows from the question, so that every replica says the same. */
const says = ({ prompt }: SeenRequest) => behave.says(`(${'ABCD'[prompt.length % 4]})`);

async function start(choose: Parameters<typeof startBadServer>[0]) {
  const server = await startBadServer(choose);
  onTestFinished(() => server.close());
  return server;
}

test('a replica that dies mid-run loses nothing, and the digest is that of one endpoint', async () => {
  const cwd = newFolder();
  const run = (out: string, urls: string[], env: Record<string, string> = {}) =>
    sextant(
      { cwd, env },
      ...['run', 'tiny:count=60', '--model', 'vllm/mine', '--out', out, '--json'],
      ...urls.flatMap((url) => ['--endpoint', url]),
    );
  const [good, busy] = [await start(says), await start(() => behave.status(429, '{}', { 'retry-after': '30' }))];
  const alone = await run('alone', [], { VLLM_BASE_URL: good.url });
  let served = 0;
  const dying = await start((request) => {
    served += 1;
    if (served < 8) return says(request);
    if (served === 8) return () => void dying.close();
    return behave.resets();
  });
  const { json, stderr } = await run('three', [good.url, dying.url, busy.url]);
  expect(json[0]).toMatchObject({ event: 'launch', endpoints: [good.url, dying.url, busy.url] });
  expect(json.at(-1)).toMatchObject({
    event: 'done',
    summary: { missing: 0, digest: alone.json.at(-1).summary.digest },
  });
  expect(json.at(-1).summary.outcomes.provider_error).toBeUndefined();
  expect(stderr).toContain(`${dying.url} rests for`);
  const answered = attemptsOf(join(cwd, 'three')).map(({ reply }) => reply?.endpoint);
  expect(new Set(answered)).toEqual(new Set([good.url, dying.url]));
  expect(attemptsOf(join(cwd, 'alone')).every(({ reply }) => reply && !('endpoint' in reply))).toBe(true);
  // Other replicas of the same model go on with the same run.
  const again = await run('three', [good.url]);
  expect(again.json[0]).toMatchObject({ event: 'launch', done: 60 });
});

test('doctor asks all endpoints, and tells when they are no replicas', async () => {
  const serves = (root: string, version: string) =>
    start(({ path }) =>
      behave.sends(
        path === '/version' ? JSON.stringify({ version }) : JSON.stringify({ data: [{ id: 'mine', root }] }),
      ),
    );
  const [a, b, c] = [
    await serves('org/mine', '0.8.1'),
    await serves('org/mine', '0.8.1'),
    await serves('org/other', '0.9.0'),
  ];
  const doctor = async (...urls: string[]) => {
    const args = urls.flatMap((url) => ['--endpoint', url]);
    const { json, code } = await sextant({ cwd: newFolder() }, 'doctor', '--model', 'vllm/mine', '--json', ...args);
    const checks: { name: string; ok: boolean; detail: string }[] = json[0].checks;
    return { code, found: checks.filter(({ name }) => name.startsWith('endpoint')) };
  };
  const same = await doctor(a.url, b.url);
  expect(same.found.map(({ ok }) => ok)).toEqual([true, true, true]);
  expect(same.found.at(-1)?.detail).toBe('2 of 2 tell the same: models, root, version');
  const other = await doctor(a.url, c.url);
  expect(other.code).toBe(1);
  expect(other.found.at(-1)?.detail).toBe(
    `they differ in root: org/mine at ${a.url}, org/other at ${c.url}; version: 0.8.1 at ${a.url}, 0.9.0 at ${c.url}`,
  );
  await b.close();
  const gone = await doctor(a.url, b.url);
  expect(gone.found.map(({ ok }) => ok)).toEqual([true, false, true]);
});

test('a config names replicas as a list', async () => {
  const cwd = newFolder();
  const servers = [await start(says), await start(says)];
  writeFileSync(
    join(cwd, 'sextant.config.json'),
    JSON.stringify({ endpoints: { lab: { baseUrl: servers.map(({ url }) => url) } } }),
  );
  const { json } = await sextant({ cwd }, 'run', 'tiny:count=20', '--model', 'lab/mine', '--out', 'r', '--json');
  expect(json.at(-1)).toMatchObject({ event: 'done', summary: { missing: 0 } });
  for (const { received } of servers) expect(received.length).toBeGreaterThan(0);
});
