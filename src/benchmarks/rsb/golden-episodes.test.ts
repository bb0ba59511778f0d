import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { builtInPolicy } from '../../contestants/policies/built-in.ts';
import { sha256 } from '../../files/index.ts';
import { rsbSuites } from './index.ts';
import { folderWith } from './questions/testing/files.ts';
import { closeTabletops } from './world.ts';

/**
 * What happened in these episodes when they were written down. Where anything else happens, worlds need another name
 * (`worldVersion`, or the engine's version in it), and only then other episodes belong here.
 */
const golden: Record<string, { answer: string }> = JSON.parse(
  readFileSync(new URL('fixtures/golden-episodes.json', import.meta.url), 'utf8'),
);

const gsm8k = Array.from({ length: 12 }, (_, n) => n + 4).map((pens) => ({
  question: `A shop sells ${pens} pens at $3/pen. How much is it?`,
  answer: `${pens}*3 = <<${pens}*3=${3 * pens}>>${3 * pens} dollars\n#### ${3 * pens}`,
}));
const mmlu = Array.from(
  { length: 12 },
  (_, n) => `Which moon has number ${n}?,Moon ${n},Rock ${n},Ring ${n},Dust ${n},A`,
);
const questions: Record<string, string> = {
  hardmath: folderWith({ 'test.jsonl': gsm8k }),
  general: folderWith({ 'test/astronomy_test.csv': `${mmlu.join('\n')}\n` }),
};

afterAll(closeTabletops);

/** Another table in every suite; `random` moves both arms at once, the others fetch a block with one. */
test.each([
  ['rsb-math-4', 0, 'random'],
  ['rsb-math-10', 0, 'random'],
  ['rsb-hardmath-4', 1, 'nearest'],
  ['rsb-hardmath-10', 1, 'nearest'],
  ['rsb-general-4', 2, 'expert-random'],
  ['rsb-general-10', 2, 'expert-random'],
])('episodes of %s are what they always were', async (id, index, other) => {
  const suite = rsbSuites.find((one) => one.id === id) ?? expect.fail();
  const dir = questions[id.split('-')[1] ?? ''];
  const sample = await (await suite.load({ args: {}, ...(dir === undefined ? {} : { dir }) })).sample(index);
  const world = (await suite.openWorld?.()) ?? expect.fail();
  for (const name of ['expert', other]) {
    const policy = builtInPolicy(name) ?? expect.fail();
    // Which block is right is the questions’ business; here it is the one that it was when the episode was written down.
    const { answer } = golden[`${id} ${name}`] ?? expect.fail();
    const { episode } = await world.play({ ...sample, answer }, policy, {
      unit: { id: sample.id, epoch: 0 },
      seed: 0,
      timeoutMs: 600_000,
    });
    const { world: made, start, hashes, actions, steps, end, placed } = episode;
    const states = sha256(hashes.join('\n'));
    const events = episode.events.map(({ step, what, block, arm }) =>
      [step, what, block, arm].filter(Boolean).join(' '),
    );
    const happened = { world: made, answer, start, states, actions: actions.sha256, steps, end, placed };
    expect({ ...happened, events }).toEqual(golden[`${id} ${name}`]);
  }
});
