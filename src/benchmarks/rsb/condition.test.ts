import { expect, test } from 'vitest';
import type { Observation, Policy } from '../../contracts/index.ts';
import { at } from '../../util/index.ts';
import { rsbSuites } from './index.ts';
import { conditions, type RsbSample } from './sample.ts';

const suite = at(rsbSuites, 0);
const COUNT = 12;

async function samplesUnder(condition: string): Promise<RsbSample[]> {
  const dataset = await suite.load({ args: { ...suite.args, episodes: String(COUNT), check: 'none', condition } });
  return Promise.all(dataset.ids.map((_, index) => dataset.sample(index)));
}

test('all conditions have the same tables, options and truths, and another data hash', async () => {
  const shared = ({ id, cluster, options, answer, seed, layout }: RsbSample) => ({
    id,
    cluster,
    options,
    answer,
    seed,
    layout,
  });
  const asked = (await samplesUnder('question')).map(shared);
  const hashes = new Set<string>();
  for (const condition of conditions) {
    expect((await samplesUnder(condition)).map(shared)).toEqual(asked);
    hashes.add((await suite.load({ args: { ...suite.args, condition } })).sha256);
  }
  expect(hashes.size).toBe(conditions.length);
});

test('each condition tells what it should and no more', async () => {
  for (const { instruction, answer, question } of await samplesUnder('direct')) {
    expect(instruction).toContain(`block ${answer}`);
    expect(instruction).not.toContain(question);
  }
  for (const { instruction, answer, options, question } of await samplesUnder('named')) {
    expect(instruction).toContain(at(Object.values(options), Object.keys(options).indexOf(answer)));
    expect(instruction).not.toContain(question);
  }
  expect(new Set((await samplesUnder('no-text')).map(({ instruction }) => instruction)).size).toBe(1);
});

test('the answer to a shuffled question is not on the table', async () => {
  const asked = await samplesUnder('question');
  for (const [index, { question, options, instruction }] of (await samplesUnder('shuffled')).entries()) {
    expect(question).not.toBe(at(asked, index).question);
    expect(instruction).toContain(question);
    const [, left, sign = '', right] = /(\d+) (.) (\d+)\?/.exec(question) ?? [];
    const [a, b] = [Number(left), Number(right)];
    const value = new Map([
      ['+', a + b],
      ['-', a - b],
      ['×', a * b],
    ]).get(sign);
    expect(value).toBeDefined();
    expect(Object.values(options)).not.toContain(String(value));
  }
});

test('without pictures nobody sees anything: not the model, not the policy, in no channel', async () => {
  const [blind] = await samplesUnder('no-picture');
  const [seeing] = await samplesUnder('question');
  expect(blind?.media).not.toEqual(seeing?.media);
  const world = await suite.openWorld?.();
  if (!blind || !world) return expect.fail();
  let seen: Observation | undefined;
  const policy: Policy = {
    id: 'looker',
    needs: {
      cameras: ['head_camera', 'left_camera'],
      depth: true,
      segmentation: true,
      action: 'qpos',
      peeks: 'nothing',
    },
    settings: {},
    reset() {},
    act(observation) {
      seen = observation;
      return 'done';
    },
  };
  await world.play(blind, policy, { unit: { id: blind.id, epoch: 0 }, seed: 0, timeoutMs: 60_000 });
  for (const { rgb, depth, segmentation } of Object.values(seen?.images ?? {})) {
    expect(new Set(rgb).size).toBe(1);
    expect(new Set(depth).size).toBe(1);
    expect(new Set(segmentation).size).toBe(1);
  }
  expect(Object.keys(seen?.images ?? {})).toEqual(['head_camera', 'left_camera']);
  // Nor does whoever steps through the episode and looks beside the observations.
  const playing = await world.begin(blind, policy.needs);
  expect(new Set(playing.look('head_camera', { width: 32, height: 24 }).rgb).size).toBe(1);
  world.close();
});
