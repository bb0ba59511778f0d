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

/** Fails as soon as it is asked again, which tells that its block was wrong, and comes back with the next one. */
const returning = `import { existsSync, readFileSync, writeFileSync } from 'node:fs';
const file = new URL('./tried.json', import.meta.url);
export function createPolicy() {
  let unit;
  return {
    id: 'returning',
    needs: { cameras: [], action: 'qpos', peeks: 'hands' },
    settings: {},
    reset(start) { unit = start.unit.id; },
    act({ step, peek }) {
      if (step > 0) throw new Error('wrong, it seems');
      const tried = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
      const next = tried[unit] ?? 0;
      writeFileSync(file, JSON.stringify({ ...tried, [unit]: next + 1 }));
      return peek.fetch('ABCD'[next]);
    },
  };
}
`;

test('who fails on purpose and comes back until it is right is named beside the score', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'returning.mjs'), returning);
  const run = () =>
    sextant(
      { cwd: folder },
      ...['run', 'rsb-math-4', '--policy', './returning.mjs', '--limit', '2'],
      ...['--workers', '1', '--out', 'run', '--json'],
    );
  let last = (await run()).json.at(-1);
  expect(last.summary.outcomes.sim_error).toBeGreaterThan(0);
  expect(last.summary.caution).not.toContain('played again');
  for (let visit = 0; visit < 3; visit += 1) last = (await run()).json.at(-1);
  const { metrics, caution } = last.summary;
  expect(metrics[0]).toMatchObject({ name: 'first-choice success', value: 1 });
  expect(caution).toContain('2 episodes played again after an error: whoever remembers may have learned');
  const { stdout } = await sextant({ cwd: folder }, 'report', 'run', '--format', 'markdown');
  expect(stdout).toContain('played again after an error');
});
