import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serve } from './remote/testing/policy.ts';
import { commands, openpiServer } from './remote/testing/servers.ts';
import { openPolicy } from './resolve.ts';

test('a policy by its former name is refused with the present one', async () => {
  await expect(openPolicy('policy/expert-wrong', { cwd: '.' })).rejects.toMatchObject({
    code: 'unknown_policy',
    message: 'policy/expert-wrong is called policy/expert-random now',
    fix: 'use policy/expert-random',
  });
});

test('who asks for a camera that no robot has is refused before anything is run', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'sextant-policy-'));
  const server = await serve(openpiServer(() => ({ actions: commands(1) })));
  const open = (map: object) => {
    writeFileSync(join(cwd, 'map.json'), JSON.stringify(map));
    return openPolicy(`${server.url}?map=./map.json`, { cwd });
  };
  const policy = await open({ observation: { image: { camera: 'head_camera' } } });
  expect(policy.needs.cameras).toEqual(['head_camera']);
  await policy.close?.();
  await expect(open({ observation: { image: { camera: 'head' } } })).rejects.toMatchObject({
    code: 'bad_config',
    message: expect.stringContaining('"head"'),
    fix: expect.stringContaining('head_camera, front_camera'),
  });
  const render = { left_camera: [64, 48] };
  await expect(open({ render, observation: { image: { camera: 'head_camera' } } })).rejects.toMatchObject({
    code: 'bad_config',
    message: expect.stringContaining('does not want that camera'),
  });
});
