import { expect, it } from 'vitest';
import { refspatial, refspatialExpand } from './index.ts';
import { makeData, writeRaw } from './testing/data.ts';

it('counts questions and words, and flags what the card says otherwise', async () => {
  const data = await makeData({ location: 6, placement: 3 });
  const [first] = data.location?.questions ?? [];
  // Python's idea of words: two spaces are one, and so is a space of another script.
  if (first) first.prompt = ' one  two\u3000three\n';
  const dataset = await refspatialExpand.load({ dir: writeRaw(data), args: {} });
  const [scenes, steps] = (await refspatialExpand.statistics?.(dataset)) ?? [];
  expect(scenes?.rows).toEqual([
    ['Location', 'indoor', 3, 115, 'differs from the card'],
    ['Location', 'outdoor', 3, 126, 'differs from the card'],
    ['Location', 'all', 6, 241, 'differs from the card'],
    ['Placement', 'indoor', 2, 120, 'differs from the card'],
    ['Placement', 'outdoor', 1, 80, 'differs from the card'],
    ['Placement', 'all', 3, 200, 'differs from the card'],
    ['Total', 'indoor', 5, 235, 'differs from the card'],
    ['Total', 'outdoor', 4, 206, 'differs from the card'],
    ['Total', 'all', 9, 441, 'differs from the card'],
  ]);
  // "Please point out the red thing no. 3 of the “location” é." has twelve words.
  expect(steps?.rows[0]).toEqual(['Location', '1', 2, 54, 7.5, 10.61, 'differs from the card']);
  expect(steps?.rows[3]).toEqual(['Location', 'all', 6, 241, 10.5, 12.98, 'differs from the card']);
  expect(steps?.rows.map(([task, step]) => `${task} ${step}`)).toContain('Placement 5');
});

it('knows only the sizes of the splits of RefSpatial-Bench', async () => {
  const dir = writeRaw(await makeData({ location: 100, unseen: 2 }, false));
  const [scenes, steps] = (await refspatial.statistics?.(await refspatial.load({ dir, args: {} }))) ?? [];
  expect(scenes?.rows).toEqual([
    ['Location', 'all', 100, 100, ''],
    ['Placement', 'all', 0, 100, 'differs from the card'],
    ['Unseen', 'all', 2, 77, 'differs from the card'],
    ['Total', 'all', 102, 277, 'differs from the card'],
  ]);
  expect(steps?.rows).toContainEqual(['Location', '1', 34, null, 12, null, '']);
});
