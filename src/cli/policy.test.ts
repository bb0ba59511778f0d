import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openpiServer, startServer } from '../contestants/policies/remote/testing/servers.ts';
import { attemptsOf } from './testing/journal.ts';
import { begin, newFolder, sextant } from './testing/sextant.ts';

const cwd = newFolder();

async function serve(name: string): Promise<string> {
  const { child, ended } = begin({ cwd }, 'policy', 'serve', name, '--port', '0', '--json');
  onTestFinished(async () => {
    child.kill('SIGINT');
    expect((await ended).code).toBe(0);
  });
  const [line] = child.stdout ? await once(child.stdout, 'data') : [];
  return JSON.parse(String(line)).url;
}

test('a policy behind a server does what it does here, to the last bit', async () => {
  const url = await serve('expert');
  const run = (policy: string, out: string) =>
    sextant({ cwd }, 'run', 'rsb-math-4', '--limit', '2', '--workers', '2', '--json', '--policy', policy, '--out', out);
  const { json, code, stderr } = await run(`${url},${url}?map=sextant-peek&name=served`, 'there');
  expect(stderr).toContain('2/2');
  expect(code).toBe(0);
  expect(json[1].summary).toMatchObject({ policy: 'remote/served', readsTruth: true, outcomes: { answered: 2 } });
  await run('policy/expert', 'here');
  const episodes = (folder: string) =>
    new Map(attemptsOf(join(cwd, folder)).map(({ unit, reply }) => [unit, reply?.episode]));
  expect(episodes('there')).toEqual(episodes('here'));
});

test('a server is said goodbye to, after the greeting and after the last episode', async () => {
  const codes: number[] = [];
  const { greet, ...manners } = openpiServer(() => ({ done: true }));
  const server = await startServer({
    ...manners,
    greet(socket) {
      socket.on('close', (code) => codes.push(code));
      greet?.(socket);
    },
  });
  onTestFinished(() => server.close());
  const map = { observation: { state: { from: 'state' } }, action: { done: 'done' } };
  writeFileSync(join(cwd, 'map.json'), JSON.stringify(map));
  const policy = ['--policy', `${server.url}?map=./map.json`, '--limit', '1', '--workers', '1', '--out', 'polite'];
  expect((await sextant({ cwd }, 'run', 'rsb-math-4:check=none', ...policy)).code).toBe(0);
  // A close without a reason, not one that is missing.
  expect(codes).toEqual([1005, 1005]);
});

test('a policy’s server that dies in the middle stops the run: its episodes are not given up one by one', async () => {
  let asked = 0;
  const server = await startServer(
    openpiServer(() => {
      asked += 1;
      if (asked === 3) void server.close();
      return { done: true };
    }),
  );
  const map = { observation: { state: { from: 'state' } }, action: { done: 'done' } };
  writeFileSync(join(cwd, 'map.json'), JSON.stringify(map));
  const policy = ['--policy', `${server.url}?map=./map.json&wait=0`, '--workers', '1', '--out', 'dead'];
  const { code, json } = await sextant({ cwd }, 'run', 'rsb-math-4:check=none', '--limit', '40', ...policy, '--json');
  expect(code).toBe(3);
  expect(json.at(-1)).toMatchObject({ event: 'stopped', reason: 'connection' });
  // Two that were done, one that the server took with it, five that found nobody.
  expect(attemptsOf(join(cwd, 'dead')).length).toBeLessThanOrEqual(8 + 1);
});

test('what does not fit is told before anything is run', async () => {
  const url = await serve('expert');
  const { json, code } = await sextant({ cwd }, 'run', 'rsb-math-4', '--policy', url, '--json');
  expect(json[0]).toMatchObject({
    code: 'bad_argument',
    where: url,
    message: expect.stringContaining('sextant/hands  needed'),
  });
  expect(code).toBe(2);
  const gone = await sextant({ cwd }, 'run', 'rsb-math-4', '--policy', 'ws://127.0.0.1:1', '--json');
  expect(gone.json[0]).toMatchObject({ code: 'provider', where: 'ws://127.0.0.1:1' });
});
