import { expect, test } from 'vitest';
import type { Hands, Observation } from '../../contracts/index.ts';
import { builtInPolicy } from './built-in.ts';

const blocks: Hands['blocks'] = [
  { label: 'A', extras: { colour: 'white', x: 0, y: -0.1 } },
  { label: 'B', extras: { colour: 'white', x: 0.25, y: 0 } },
  { label: 'C', extras: { colour: 'white', x: -0.3, y: 0.15 } },
];

test('the nearest block is the one that is nearest to an arm, as diagnoses count it', async () => {
  const policy = builtInPolicy('nearest');
  const fetched: string[] = [];
  const fetch = (label: string) => {
    fetched.push(label);
    return [new Float64Array(14)];
  };
  const observation: Observation = {
    instruction: '',
    step: 0,
    images: {},
    state: new Float64Array(14),
    joints: new Float64Array(14),
    hands: { left: new Float64Array(7), right: new Float64Array(7) },
    peek: { blocks, fetch },
  };
  await policy?.reset({ instruction: '', unit: { id: 'one', epoch: 0 }, seed: 0, stepLimit: 1, timeoutMs: 1000 });
  await policy?.act(observation);
  // Amid the arms lies A, but B is closer to one of them.
  expect(fetched).toEqual(['B']);
});
