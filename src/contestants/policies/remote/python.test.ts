import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { servePolicy } from '../../index.ts';
import type { Packable } from './encode.ts';
import { observe } from './observe.ts';
import { openMap, openRemote } from './open.ts';
import { observation, start } from './testing/episode.ts';
import { NdArray } from './wire.ts';

const python = process.env.SEXTANT_TEST_PYTHON ?? 'python3';
const peer = join(import.meta.dirname, 'testing/peer.py');
const has = (...modules: string[]) => spawnSync(python, ['-c', `import ${modules.join(', ')}`]).status === 0;
const hasServers = has('websockets.asyncio.server', 'websockets.sync.client', 'msgpack', 'numpy', 'PIL.Image');

/** Starts a server in Python; its port. */
async function startPeer(mode: string): Promise<string> {
  const child = spawn(python, [peer, mode], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill();
  });
  const [line] = await once(child.stdout, 'data');
  return String(line).trim();
}

/** All bytes of all pictures, added up. */
function sumOf(value: Packable): number {
  if (value instanceof NdArray) return value.dtype === '|u1' ? value.data.reduce((sum, byte) => sum + byte, 0) : 0;
  return value !== null && typeof value === 'object'
    ? Object.values(value).reduce((sum, inner) => sum + sumOf(inner), 0)
    : 0;
}

describe.runIf(hasServers)('in Python', () => {
  test.each([
    ['openpi', 'ws', 'aloha', ''],
    ['lebedov', 'ws', 'xpolicylab', '?dialect=xpolicylab'],
    ['vla-eval', 'ws', 'vla-eval', '?dialect=vla-eval'],
    ['robotwin', 'tcp', 'robotwin', ''],
  ])('a server of %s sees the numbers and pictures that were sent', async (mode, scheme, map, query) => {
    const policy = await openRemote(`${scheme}://127.0.0.1:${await startPeer(mode)}${query}`, { cwd: '.' });
    onTestFinished(() => policy.close?.());
    for (let episode = 0; episode < 2; episode++) {
      await policy.reset(start);
      const chunk = await policy.act(observation());
      const sent = sumOf(observe((await openMap(map, '.')).observation, observation(), start));
      const state = Float64Array.from(observation().state, Math.fround);
      expect(chunk).toEqual([state, state.with(0, Math.fround((sent % 1000) / 1000))]);
    }
  });

  test('a traceback of openpi’s server is shown', async () => {
    const policy = await openRemote(`ws://127.0.0.1:${await startPeer('openpi')}`, { cwd: '.' });
    onTestFinished(() => policy.close?.());
    await policy.reset(start);
    await expect(policy.act({ ...observation(), instruction: 'fail' })).rejects.toMatchObject({
      kind: 'policy_failed',
      message: expect.stringMatching(/Traceback[\s\S]*KeyError: 'no such thing'$/),
    });
    await policy.reset(start);
    expect(await policy.act(observation())).toHaveLength(2);
  });

  test('a client talks with our server', async () => {
    const server = await servePolicy('still', { host: '127.0.0.1', port: 0 });
    onTestFinished(() => server.close());
    const child = spawn(python, [peer, 'client', server.url], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => {
      child.kill();
    });
    const said: Buffer[] = [];
    for await (const data of child.stdout) said.push(data);
    expect(JSON.parse(Buffer.concat(said).toString())).toMatchObject({
      about: { policy: 'policy/still', action_dim: 14 },
      same: true,
      shape: [1, 14],
      error: expect.stringContaining('"state" must be an array (14), got <f8 (3)'),
    });
  });
});
