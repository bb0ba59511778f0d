import { expect, test } from 'vitest';
import type { Episode } from '../../../src/contracts/index.ts';
import { verdictOf } from './verdict.tsx';

function ended(events: Episode['events'], placed: string | null): Episode {
  return { world: '', start: '', hashes: [], steps: 9, actions: { sha256: '', count: 1 }, end: 'done', events, placed };
}
const picked = (block: string) => ({ step: 5, what: 'pick', block });

test.each([
  ['C', ended([picked('C')], 'C'), '✓ It took block C, which was meant, and put it into the grey zone.'],
  ['C', ended([picked('B')], 'B'), '✕ It took block B and put it into the grey zone. Block C was meant.'],
  // The first one counts, as in a run.
  [
    'C',
    ended([picked('B'), picked('C')], 'C'),
    '✕ It took block B, and did not bring it into the grey zone. Block C was meant.',
  ],
  ['C', ended([{ step: 1, what: 'touch', block: 'C' }], null), '✕ It took no block. Block C was meant.'],
  [
    undefined,
    ended([picked('B')], 'B'),
    'It took block B and put it into the grey zone. The words name no single block of this table.',
  ],
])('%s was meant', (target, episode, text) => {
  expect(verdictOf({ told: { text: '', target }, episode })?.text).toBe(text);
});
