import { describe, expect, it } from 'vitest';
import { Renderer } from '../../render/index.ts';
import { cameraAround, makePlace, PHOTO, renderShot } from '../../scenes/index.ts';
import { MeasuredPicture } from './measured-picture.ts';
import { solve } from './solve.ts';
import { itemMask } from './mask.ts';
import { understand } from './understand.ts';

describe('understand', () => {
  const nouns = ['mug', 'red mug', 'book', 'toy car', 'rug'];
  it.each([
    ['Please point out the red mug.', { thing: { how: 'name', name: 'red mug' } }],
    [
      "From the viewer's perspective, please point out the second toy car from the right in the row of toy cars.",
      { thing: { how: 'row', kind: 'toy car', place: 1, from: 'right' } },
    ],
    [
      "From the viewer's perspective, please point out the free space immediately behind the mug that is closest to the leftmost book.",
      {
        space: {
          side: 'behind',
          of: {
            how: 'closest',
            kind: 'mug',
            side: 'closest to',
            of: { how: 'extreme', kind: 'book', which: 'leftmost' },
          },
        },
      },
    ],
    [
      'Please point out the free space on top of the leftmost book.',
      { space: { top: { how: 'extreme', kind: 'book', which: 'leftmost' } } },
    ],
    ['Please point out the free space on the rug.', { space: { region: 'rug' } }],
  ])('reads %j', (prompt, meaning) => {
    expect(understand(prompt, nouns)).toEqual(meaning);
  });

  it.each(['the mug', 'Please point out the chair.', 'Please point out the red mug beside.'])(
    'refuses %j',
    (prompt) => {
      expect(() => understand(prompt, nouns)).toThrow();
    },
  );
});

describe('solve', () => {
  const place = makePlace({ seed: [1], setting: 'tabletop', objects: 8 });
  const shot = renderShot(new Renderer(), place, cameraAround(place, { around: 0, down: 40 }), { colours: false });
  const look = new MeasuredPicture(place, shot);
  const [item, other] = place.items.filter(({ id }) => (shot.visible.get(id)?.pixels ?? 0) > 300);
  if (!item || !other) throw new Error('nothing is seen');
  const question = {
    prompt: `Please point out the ${item.name}.`,
    target: item.id,
    mask: itemMask(shot.picture, item.id, { left: 0, top: 0, right: PHOTO.width, bottom: PHOTO.height }),
  };

  it('agrees with a right question', () => {
    expect(solve(question, look)).toBeUndefined();
  });

  it('objects to another target, to another mask, and to words that fit several', () => {
    expect(solve({ ...question, target: other.id }, look)).toMatch(/another/);
    expect(solve({ ...question, mask: new Uint8Array(question.mask.length) }, look)).toMatch(/another/);
    for (const each of place.items) Object.assign(each, { name: item.name });
    expect(solve(question, look)).toMatch(/several/);
  });
});
