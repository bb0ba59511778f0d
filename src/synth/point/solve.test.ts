import { describe, expect, it } from 'vitest';
import { Renderer } from '../../render/index.ts';
import { makePlace, PHOTO, renderShot } from '../../scenes/index.ts';
import { cameraAround } from '../../scenes/testing/camera-around.ts';
import { random } from '../../stats/index.ts';
import { type Expression, sides, superlatives } from './expression.ts';
import { itemMask } from './mask.ts';
import { MeasuredPicture } from './measured-picture.ts';
import { solve } from './solve.ts';
import { understand } from './understand.ts';
import { wordsFor } from './vocabulary.ts';
import { word } from './wording.ts';

describe('understand', () => {
  const nouns = new Map(
    ['mug', 'book', 'toy car', 'crate'].flatMap((kind) => wordsFor(kind).map((word) => [word, kind])),
  );
  const words = { nouns, regions: ['rug'] };
  const red = { by: 'name', kind: 'mug', adjective: 'red' } as const;
  const meanings: Expression[] = [
    red,
    ...superlatives.flatMap((which) =>
      ([1, 2, 3] as const).map((rank) => ({ by: 'extreme' as const, kind: 'book', which, rank })),
    ),
    ...sides.flatMap((side) =>
      [true, false].flatMap((own): Expression[] => [
        { by: 'relation', kind: 'crate', relation: { by: 'side', side, own }, to: [red] },
        { space: 'beside', side, own, to: [red] },
      ]),
    ),
    ...(['closest', 'farthest', 'facing', 'under'] as const).map(
      (by): Expression => ({ by: 'relation', kind: 'toy car', relation: { by }, to: [red] }),
    ),
    { by: 'relation', kind: '', relation: { by: 'on' }, to: [red] },
    {
      by: 'relation',
      kind: 'book',
      relation: { by: 'between' },
      to: [red, { by: 'extreme', kind: 'crate', which: 'largest', rank: 2 }],
    },
    { by: 'relation', kind: 'book', relation: { by: 'closest' }, to: [red], off: 'rug' },
    { space: 'towards', to: [red, { by: 'relation', kind: 'book', relation: { by: 'farthest' }, to: [red] }] },
    { space: 'between', to: [red, red] },
    { space: 'top', to: [{ by: 'name', kind: 'book', adjective: 'large' }] },
    { space: 'corner', region: 'rug', to: [red] },
    { space: 'region', region: 'rug', to: [] },
  ];

  it.each(meanings.map((meant) => [JSON.stringify(meant), meant] as const))(
    'reads %s in all of its wordings',
    (_, meant) => {
      for (let n = 0; n < 40; n += 1)
        expect(understand(word(meant, random('wording', n)).prompt, words)).toEqual(meant);
    },
  );

  it.each(['the mug', 'Find the chair.', 'Find the red mug beside.', 'Find the mug.'])('refuses %j', (prompt) => {
    expect(() => understand(prompt, words)).toThrow();
  });
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
    for (const each of place.items) Object.assign(each, { kind: item.kind, colour: item.colour });
    expect(solve(question, look)).toMatch(/several/);
  });
});
