import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { drawLayout, scattered, TabletopWorld } from '../../../sim/index.ts';
import { openPolicy, servePolicy } from '../../index.ts';
import { binaryKeys } from '../remote/array-forms.ts';
import { decode } from '../remote/decode.ts';
import { encode, type Packable } from '../remote/encode.ts';
import { fromNumbers, toNumbers } from '../remote/wire.ts';

let world: TabletopWorld;
beforeAll(async () => {
  world = await TabletopWorld.open(4);
});
afterAll(() => world.close());

async function serving<T>(name: string, use: (url: string, errors: unknown[]) => Promise<T>): Promise<T> {
  const errors: unknown[] = [];
  const server = await servePolicy(name, { host: '127.0.0.1', port: 0, onError: (error) => errors.push(error) });
  try {
    return await use(server.url, errors);
  } finally {
    await server.close();
  }
}

async function play(id: string) {
  const drawn = drawLayout({ seed: 100_000, labels: ['A', 'B', 'C', 'D'], arrangement: scattered });
  if (!('layout' in drawn)) throw new Error(drawn.why);
  const policy = await openPolicy(id, { cwd: '.' });
  const task = { instruction: 'Which is it?', target: 'B', stepLimit: 200, world: 'test' };
  const opts = { unit: { id: 'unit-1', epoch: 0 }, seed: 3, timeoutMs: 600_000 };
  try {
    return await world.play(drawn.layout, task, policy, opts);
  } finally {
    await policy.close?.();
  }
}

test.each([
  ['expert', 'success'],
  ['expert-random', 'done'],
])('%s plays over the wire exactly as it plays here', async (name, end) => {
  const here = await play(`policy/${name}`);
  const there = await serving(name, (url) => play(`${url}?map=sextant-peek`));
  expect(there).toEqual(here);
  expect(here.episode.end).toBe(end);
});

test('who needs to peek refuses clients that do not tell', async () => {
  await serving('expert', async (url) => {
    await expect(openPolicy(url, { cwd: '.' })).rejects.toMatchObject({
      message: expect.stringContaining('sextant/hands  needed'),
    });
    await expect(openPolicy(`${url}?map=sextant-hands`, { cwd: '.' })).rejects.toMatchObject({
      message: expect.stringContaining('sextant/truth  needed'),
    });
  });
});

/** A client that is not ours: what the server said, in order, until it closed or enough was heard. */
async function talk(url: string, requests: (Uint8Array | string)[]) {
  const heard: (Buffer | string)[] = [];
  const socket = new WebSocket(url);
  const closed = new Promise<number | undefined>((resolve) => {
    socket.on('close', (code) => resolve(code));
    socket.on('message', (data: Buffer, isBinary) => {
      heard.push(isBinary ? data : data.toString());
      const next = requests.shift();
      if (next === undefined) socket.close();
      else socket.send(next);
    });
  });
  return {
    code: await closed,
    heard: heard.map((frame) => (typeof frame === 'string' ? frame : Object(decode(frame, binaryKeys)))),
  };
}

const aloha = (more: Record<string, Packable> = {}) =>
  encode({ state: fromNumbers(Array(14).fill(0.25), 'float32', [14]), prompt: 'go', ...more }, binaryKeys);

test('any client of openpi’s can talk to policies that need no peek', async () => {
  await serving('still', async (url) => {
    const { heard } = await talk(url, [aloha(), aloha({ images: { cam_high: 1 } })]);
    const [about, first, second] = heard;
    expect({ ...about }).toEqual({ policy: 'policy/still', action_dim: 14, observation_keys: ['state', 'prompt'] });
    expect(String(first.actions)).toBe('<f8 (1, 14)');
    expect([...toNumbers(first.actions)]).toEqual(Array(14).fill(0.25));
    expect(first.server_timing.infer_ms).toBeGreaterThanOrEqual(0);
    expect(second.server_timing.prev_total_ms).toBeGreaterThanOrEqual(0);
  });
  await serving('random', async (url) => {
    const [, first, second] = (await talk(url, [aloha(), aloha()])).heard;
    expect([String(first.actions), first.done, String(second.actions), second.done]).toEqual([
      '<f8 (25, 14)',
      undefined,
      '<f8 (1, 14)',
      true,
    ]);
  });
});

test.each<[string, Uint8Array | string, string]>([
  ['no observation', encode({}, binaryKeys), '"state" must be an array (14), got undefined'],
  ['a state of another robot', encode({ state: fromNumbers([1], 'float64', [1]) }, binaryKeys), 'got <f8 (1)'],
  ['no msgpack', new Uint8Array([0xc1]), '0xc1'],
  ['a text', 'hello', 'observations are binary'],
])('%s is answered with what happened, and the end', async (_, request, says) => {
  await serving('still', async (url, errors) => {
    const { heard, code } = await talk(url, [request]);
    expect(heard[1]).toContain(says);
    expect(code).toBe(1011);
    expect(errors).toHaveLength(1);
    // Others are served on.
    expect((await talk(url, [aloha()])).heard).toHaveLength(2);
  });
});

test('its health can be asked', async () => {
  await serving('still', async (url) => {
    const http = url.replace('ws:', 'http:');
    const response = await fetch(`${http}/healthz`);
    expect([response.status, await response.text()]).toEqual([200, 'OK\n']);
    expect((await fetch(http)).status).toBe(426);
  });
});

test('a port that is taken', async () => {
  await serving('still', async (url) => {
    const again = servePolicy('still', { host: '127.0.0.1', port: Number(new URL(url).port) });
    await expect(again).rejects.toMatchObject({ code: 'bad_argument', message: expect.stringContaining('EADDRINUSE') });
  });
});
