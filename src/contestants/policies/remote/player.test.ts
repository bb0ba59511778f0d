import { expect, test } from 'vitest';
import type { Action } from '../../../contracts/index.ts';
import { binaryKeys } from './array-forms.ts';
import { encode, type Packable } from './encode.ts';
import { observation, start } from './testing/episode.ts';
import { policyAt, serve } from './testing/policy.ts';
import { commands, type Manners, openpiServer } from './testing/servers.ts';
import type { Wire } from './wire.ts';

const firsts = (chunk: Action[] | 'done') => (chunk === 'done' ? chunk : chunk.map((action) => action[0]));
const fails = (kind: string, message: string | RegExp) =>
  expect.objectContaining({ kind, message: expect.stringMatching(message) });

test('an ALOHA policy gets what openpi’s client sends, and its chunk is carried out', async () => {
  const got: Wire[] = [];
  const server = await serve(
    openpiServer((seen) => {
      got.push(seen);
      return { actions: commands(5), server_timing: { infer_ms: 12.5 }, more: 'ignored' };
    }),
  );
  const policy = await policyAt(server.url);
  expect(policy).toMatchObject({
    id: server.url,
    needs: { cameras: ['head_camera', 'left_camera', 'right_camera'], action: 'qpos', peeks: 'nothing' },
    settings: { dialect: 'openpi', server: {} },
  });
  await policy.reset(start);
  expect(firsts(await policy.act(observation()))).toEqual([0, 1, 2, 3, 4]);
  const [{ state, images, prompt } = {}] = got.map(Object);
  expect([String(state), String(images.cam_high), prompt]).toEqual([
    '<f8 (14)',
    '|u1 (3, 224, 224)',
    start.instruction,
  ]);
  expect(Object.keys(images)).toEqual(['cam_high', 'cam_left_wrist', 'cam_right_wrist']);
  // 28 black rows, then the picture; blue is the last plane, and tells the camera.
  const blueOf = (camera: string) => [images[camera].data.at(2 * 224 * 224), images[camera].data.at(-28 * 224 - 1)];
  expect(['cam_high', 'cam_left_wrist', 'cam_right_wrist'].map(blueOf)).toEqual([
    [0, 1],
    [0, 2],
    [0, 3],
  ]);
  expect(policy.report()).toEqual({ ms: [expect.any(Number)], serverMs: [12.5], commands: [5] });
});

test('replan takes the first commands of each chunk', async () => {
  const server = await serve(openpiServer(() => ({ actions: commands(5) })));
  const policy = await policyAt(`${server.url}?replan=2`);
  await policy.reset(start);
  expect(firsts(await policy.act(observation()))).toEqual([0, 1]);
  expect(firsts(await policy.act(observation(2)))).toEqual([0, 1]);
  const greedy = await policyAt(`${server.url}?replan=6`);
  await greedy.reset(start);
  await expect(greedy.act(observation())).rejects.toEqual(fails('bad_action', 'gave 5 commands, replan=6'));
});

const oneAction = Array.from({ length: 14 }, (_, i) => i / 2);

const good: Record<string, { reply: Packable; taken: number }> = {
  float64: { reply: { actions: commands(3, { dtype: 'float64' }) }, taken: 3 },
  'a single command': { reply: { actions: oneAction }, taken: 1 },
  'lists of numbers': { reply: { actions: [oneAction, oneAction] }, taken: 2 },
  'a list of arrays': { reply: { action: [commands(1), commands(1)] }, taken: 2 },
  'nothing but the array': { reply: commands(4), taken: 4 },
};

test.each(Object.entries(good))('commands as %s', async (_, { reply, taken }) => {
  const policy = await policyAt((await serve(openpiServer(() => reply))).url);
  await policy.reset(start);
  expect(await policy.act(observation())).toHaveLength(taken);
});

const bad: Record<string, { reply: Packable; says: string }> = {
  'too wide': {
    reply: { actions: commands(50, { width: 32 }) },
    says: 'expected commands of 14 numbers (qpos), got <f4 (50, 32)',
  },
  'with a batch': { reply: { actions: [[oneAction, oneAction]] }, says: 'a list of 1 (the first: a list of 2' },
  'as a text': { reply: { actions: 'up' }, says: 'got a string' },
  'with a text among them': { reply: { actions: [oneAction, 'up'] }, says: 'a list of 2' },
  'as nothing': { reply: { actions: null }, says: 'got nothing' },
  'without any': { reply: { actions: commands(0) }, says: 'gave no command' },
  'under another key': { reply: { result: 1, trace: 2 }, says: 'the reply has no "actions"; its keys: result, trace' },
  'as a map': { reply: { actions: { left: oneAction } }, says: 'a map (left)' },
};

test.each(Object.entries(bad))(
  'commands %s are refused, and the next ones are asked for',
  async (_, { reply, says }) => {
    const replies = [reply, { actions: commands(1) }];
    const server = await serve(openpiServer(() => replies.shift() ?? null));
    const policy = await policyAt(server.url);
    await policy.reset(start);
    await expect(policy.act(observation())).rejects.toEqual(
      expect.objectContaining({ kind: 'bad_action', message: expect.stringContaining(says) }),
    );
    await policy.reset(start);
    expect(await policy.act(observation())).toHaveLength(1);
  },
);

test('a traceback is shown, ends the episode, and the next one finds the server again', async () => {
  const replies = ['Traceback (most recent call last):\n  …\nKeyError: "state"\n', { actions: commands(1) }];
  const server = await serve(openpiServer(() => replies.shift() ?? null));
  const policy = await policyAt(server.url);
  await policy.reset(start);
  await expect(policy.act(observation())).rejects.toEqual(
    fails('policy_failed', /reports an error:\nTraceback[\s\S]*KeyError: "state"$/),
  );
  await policy.reset(start);
  expect(await policy.act(observation())).toHaveLength(1);
});

const hostile: Record<string, { hear: NonNullable<Manners['hear']>; says: string | RegExp }> = {
  'sends bytes that are no msgpack': {
    hear: (socket) => socket.send(Buffer.from([0xc1])),
    says: 'cannot be read: msgpack: type 0xc1',
  },
  'cuts its answer off': {
    hear: (socket) => socket.send(encode({ actions: commands(5) }, binaryKeys).subarray(0, 60)),
    says: 'cut off',
  },
  'claims milliards of values': { hear: (socket) => socket.send(Buffer.from('ddffffffff', 'hex')), says: 'cut off' },
  'lies about a shape': {
    hear: (socket) =>
      socket.send(
        encode({ actions: { __ndarray__: true, data: new Uint8Array(8), dtype: '<f8', shape: [50, 14] } }, binaryKeys),
      ),
    says: 'takes 5600 bytes, but 8',
  },
  'sends more than anybody wants': {
    hear: (socket) => socket.send(new Uint8Array(65 * 1024 * 1024)),
    says: /Max payload size exceeded|closed/,
  },
  'hangs up': { hear: (socket) => socket.terminate(), says: 'was closed (code 1006)' },
  'says goodbye': { hear: (socket) => socket.close(1001, 'going away'), says: 'was closed (code 1001: going away)' },
};

test.each(Object.entries(hostile))('a server that %s costs one episode', async (_, { hear, says }) => {
  let good = false;
  const friendly = openpiServer(() => ({ actions: commands(1) }));
  const server = await serve({ ...friendly, hear: (...args) => (good ? friendly.hear?.(...args) : hear(...args)) });
  const policy = await policyAt(server.url);
  await policy.reset(start);
  const message = typeof says === 'string' ? expect.stringContaining(says) : expect.stringMatching(says);
  await expect(policy.act(observation())).rejects.toEqual(expect.objectContaining({ kind: 'policy_failed', message }));
  await expect(policy.act(observation())).rejects.toEqual(fails('policy_failed', 'no connection'));
  good = true;
  await policy.reset(start);
  expect(await policy.act(observation())).toHaveLength(1);
});

test('an answer that comes too late is never taken for the next one', async () => {
  let hold: (() => void) | undefined;
  const server = await serve({
    ...openpiServer(() => null),
    hear(socket) {
      if (hold) socket.send(encode({ actions: commands(1, { from: 20 }) }, binaryKeys));
      else hold = () => socket.send(encode({ actions: commands(1, { from: 10 }) }, binaryKeys));
    },
  });
  const policy = await policyAt(server.url);
  await policy.reset(start);
  const late = Promise.resolve(policy.act(observation()));
  late.catch(() => {});
  await expect.poll(() => hold).toBeDefined();
  // The caller has lost patience; the server answers just now.
  const again = policy.reset(start);
  hold?.();
  await again;
  expect(firsts(await policy.act(observation()))).toEqual([20]);
  await expect(late).rejects.toEqual(fails('policy_failed', 'given up'));
  expect(server.greeted()).toBe(3);
});

test('a frame that nobody asked for ends the episode', async () => {
  const server = await serve({
    ...openpiServer(() => null),
    hear(socket) {
      for (let i = 0; i < 2; i++) socket.send(encode({ actions: commands(1, { from: i }) }, binaryKeys));
    },
  });
  const policy = await policyAt(server.url);
  await policy.reset(start);
  expect(firsts(await policy.act(observation()))).toEqual([0]);
  await expect(policy.act(observation(1))).rejects.toEqual(fails('policy_failed', 'without being asked'));
});

test('a server that restarts between two episodes is found again', async () => {
  const manners = openpiServer(() => ({ actions: commands(1) }));
  const first = await serve(manners);
  const policy = await policyAt(first.url);
  await policy.reset(start);
  await policy.act(observation());
  await first.close();
  const back = policy.reset(start);
  const second = await serve(manners, first.port);
  await back;
  expect(await policy.act(observation())).toHaveLength(1);
  expect(second.greeted()).toBe(1);
});

test('a server that stays away costs the episode, after the time that was given', async () => {
  const server = await serve(openpiServer(() => null));
  const policy = await policyAt(`${server.url}?wait=0.2`);
  await server.close();
  await expect(policy.reset(start)).rejects.toEqual(
    fails('policy_unreachable', /^no server answers: ws:.*ECONNREFUSED/),
  );
});

test('pings are answered while an answer is awaited', async () => {
  const server = await serve({
    ...openpiServer(() => null),
    hear(socket) {
      socket.once('pong', () => socket.send(encode({ actions: commands(1) }, binaryKeys)));
      socket.ping();
    },
  });
  const policy = await policyAt(server.url);
  await policy.reset(start);
  expect(await policy.act(observation())).toHaveLength(1);
});
