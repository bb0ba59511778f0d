import { expect, test } from 'vitest';
import type { Action } from '../../../contracts/index.ts';
import type { RemotePolicy } from './open.ts';
import { observation, start } from './testing/episode.ts';
import { policyAt, serve } from './testing/policy.ts';
import { commands, openpiServer } from './testing/servers.ts';

const firsts = (chunk: Action[] | 'done') => (chunk === 'done' ? chunk : chunk.map((action) => action[0]));
test('threads spread over servers, and go on to the next one when theirs is gone', async () => {
  const servers = await Promise.all(
    [1, 2].map((from) => serve(openpiServer(() => ({ actions: commands(1, { from }) })))),
  );
  const address = servers.map(({ url }) => url).join(',');
  const playing = await Promise.all([0, 1, 2].map((seat) => policyAt(address, { seat })));
  const firstOf = async (policy: RemotePolicy) => {
    await policy.reset(start);
    return firsts(await policy.act(observation()));
  };
  expect(await Promise.all(playing.map(firstOf))).toEqual([[1], [2], [1]]);
  await servers[0]?.close();
  expect(await Promise.all(playing.map(firstOf))).toEqual([[2], [2], [2]]);
});

test('a server that greets with what does not fit is refused, with a table', async () => {
  const about = {
    action_dim: 8,
    action_horizon: 5,
    observation_keys: ['state', 'observation/wrist'],
    reset_pose: [0, 0, 0, 0, 0, 0, 0],
  };
  const server = await serve(openpiServer(() => null, about));
  await expect(policyAt(`${server.url}?replan=10`)).rejects.toMatchObject({
    code: 'bad_argument',
    where: server.url,
    message: [
      'the server does not fit this world:',
      '                                 server  here',
      '  numbers in a command           8       14',
      '  commands in a chunk            5       replan=10',
      '  observation observation/wrist  needed  not in the map',
      '  joints in reset_pose           7       6 or 14',
    ].join('\n'),
  });
});

test('servers of different policies are no one policy', async () => {
  const [a, b] = await Promise.all(['a', 'b'].map((policy) => serve(openpiServer(() => null, { policy }))));
  await expect(policyAt(`${a?.url},${b?.url}`)).rejects.toMatchObject({
    message: expect.stringContaining('different policies'),
  });
});

test('what is no policy server is told before anything is run', async () => {
  const silent = await serve({});
  await expect(policyAt(silent.url, { timeoutMs: 100 })).rejects.toMatchObject({
    code: 'provider',
    message: expect.stringContaining('no greeting within 0.1 s'),
  });
  const chatty = await serve({ greet: (socket) => socket.send('hello!') });
  await expect(policyAt(chatty.url)).rejects.toMatchObject({
    code: 'provider',
    message: expect.stringContaining('hello!'),
  });
  const wordy = await serve(openpiServer(() => null, { about: 'x'.repeat(200_000) }));
  await expect(policyAt(wordy.url)).rejects.toMatchObject({ message: expect.stringContaining('too much') });
  await silent.close();
  await expect(policyAt(silent.url)).rejects.toMatchObject({
    code: 'provider',
    message: expect.stringContaining('ECONNREFUSED'),
  });
});

test('wait gives a server time to start', async () => {
  const server = await serve(openpiServer(() => null));
  await server.close();
  const policy = policyAt(`${server.url}?wait=300`);
  await serve(
    openpiServer(() => null),
    server.port,
  );
  expect((await policy).id).toBe(server.url);
});

test('a key goes into a header, and nowhere else', async () => {
  await expect(policyAt('ws://127.0.0.1:1?key=ROBOT_KEY')).rejects.toMatchObject({ code: 'missing_key' });
  const server = await serve(openpiServer(() => null));
  const policy = await policyAt(`${server.url}?key=ROBOT_KEY&name=mine`, { env: { ROBOT_KEY: 'secret' } });
  expect(policy.id).toBe('remote/mine');
  expect(JSON.stringify(policy)).not.toContain('secret');
});
