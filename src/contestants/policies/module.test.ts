import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { attemptsOf } from '../../cli/testing/journal.ts';
import { sextant } from '../../cli/testing/sextant.ts';
import { decodeActions } from '../../sim/index.ts';
import { openModule } from './module.ts';

const cwd = mkdtempSync(join(tmpdir(), 'sextant-module-'));

function moduleOf(name: string, code: string): string {
  const file = join(cwd, `${name}.mjs`);
  writeFileSync(file, code);
  return file;
}

const needs = `cameras: ['left_camera'], action: 'qpos', peeks: 'nothing'`;

test('prepare() was dropped: it is called on the policy itself, once, and what it does wrong is said', async () => {
  const policy = await openModule(
    moduleOf(
      'loads',
      `export class Mine {
        id = 'mine'; needs = { ${needs} }; settings = {}; loaded = 0;
        async prepare() { this.loaded += 1; }
        reset() {}
        act() { return [Array(14).fill(this.loaded)]; }
      }
      export const createPolicy = () => new Mine();`,
    ),
  );
  await policy.prepare?.();
  await policy.prepare?.();
  const numbers = new Float64Array(14);
  const hands = { left: new Float64Array(7), right: new Float64Array(7) };
  const commands = await policy.act({ instruction: '', step: 0, images: {}, state: numbers, joints: numbers, hands });
  expect(commands).toEqual([new Float64Array(14).fill(1)]);

  const failing = `export const policy = { id: 'a', needs: { ${needs} }, settings: {}, reset() {}, act() {}, prepare() { throw new Error('no weights'); } }`;
  const broken = await openModule(moduleOf('breaks', failing));
  for (const _ of [1, 2]) {
    await expect(broken.prepare?.()).rejects.toMatchObject({ kind: 'policy_failed', message: 'prepare: no weights' });
  }
});

test('needs are what the contract says, and nothing else', async () => {
  const open = (name: string, more: string) =>
    openModule(
      moduleOf(
        name,
        `export const policy = { id: 'a', settings: {}, reset() {}, act() {}, atOnce: 1, needs: { ${needs}, ${more} } }`,
      ),
    );
  const asked = { every: 10, shapes: true, sizes: { left_camera: { width: 64, height: 48 } } } as const;
  const { needs: read, atOnce, settings } = await open('all', JSON.stringify(asked).slice(1, -1));
  expect([read, atOnce]).toEqual([{ cameras: ['left_camera'], action: 'qpos', peeks: 'nothing', ...asked }, 1]);
  expect(settings).toEqual({ file: expect.stringMatching(/^[0-9a-f]{64}$/), every: 10 });
  for (const [name, more] of Object.entries({
    often: 'every: 0.5',
    fast: 'hz: 25',
    large: 'size: { width: 0, height: 4 }',
  })) {
    await expect(open(name, more)).rejects.toMatchObject({ code: 'unknown_policy' });
  }
});

test('a run at a fixed rate is verified from its log alone, and its policy is prepared before', async () => {
  moduleOf(
    'wave',
    `let ready = false;
    export const policy = {
      id: 'wave', settings: {}, needs: { cameras: [], action: 'qpos', peeks: 'nothing', every: 10 },
      async prepare() { ready = true; },
      reset({ stepLimit }) { if (!ready || stepLimit !== 2000) throw new Error('limit ' + stepLimit); },
      act({ step, state }) { return step < 20 ? [state.with(0, step / 100), state.with(7, -0.2)] : 'done'; },
    };`,
  );
  const args = ['--policy', './wave.mjs', '--limit', '1', '--workers', '1', '--out', 'run', '--json'];
  const run = await sextant({ cwd }, 'run', 'rsb-math-4', ...args);
  expect([run.code, run.json.at(-1).summary.outcomes]).toEqual([0, { answered: 1 }]);
  const episode = attemptsOf(join(cwd, 'run'))[0]?.reply?.episode;
  expect(episode).toMatchObject({ end: 'done', actions: { count: 20 } });
  const sha = episode?.actions.sha256 ?? '';
  expect(decodeActions(readFileSync(join(cwd, 'run/blobs', sha.slice(0, 2), sha))).every).toBe(10);
  expect((await sextant({ cwd }, 'verify', 'run')).stderr).toContain('1 unit, 1 episode: all the same to the last bit');
});
