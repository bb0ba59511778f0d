import { describe, expect, it } from 'vitest';
import { Renderer } from '../../render/index.ts';
import { makePlace, PHOTO, renderShot } from '../../scenes/index.ts';
import { cameraAround } from '../../scenes/testing/camera-around.ts';
import { random } from '../../stats/index.ts';
import { wordsIn } from '../testing/words.ts';
import { type Expression, sides, superlatives } from './expression.ts';
import { itemMask } from './mask.ts';
import { MeasuredPicture } from './measured-picture.ts';
import { solve } from './solve.ts';
import { understand } from './understand.ts';
import { wordsFor } from './vocabulary.ts';
import { stepMix, wishFor } from './wish.ts';
import { word } from './wording.ts';

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
  ...sides.map(
    (side): Expression => ({
      by: 'relation',
      kind: 'crate',
      relation: { by: 'seen', side },
      to: [red, { by: 'name', kind: 'person', adjective: 'blue' }],
    }),
  ),
  ...(['closest', 'between', 'facing'] as const).map(
    (by): Expression => ({
      by: 'relation',
      kind: 'person',
      relation: { by },
      to: by === 'between' ? [red, red] : [red],
    }),
  ),
  ...sides.map(
    (side): Expression => ({
      by: 'relation',
      kind: 'person',
      relation: { by: 'side', side, own: true },
      to: [{ by: 'extreme', kind: 'bench', which: 'largest', rank: 1 }],
    }),
  ),
  { by: 'extreme', kind: 'person', which: 'nearest', rank: 2 },
  { by: 'relation', kind: '', material: 'ceramic', relation: { by: 'farthest' }, to: [red] },
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
  { space: 'inside', to: [red] },
  { space: 'corner', region: 'rug', to: [red] },
  { space: 'edge', region: 'rug', to: [red] },
  { space: 'region', region: 'rug', to: [] },
];

describe('understand', () => {
  const nouns = new Map(
    ['mug', 'book', 'toy car', 'crate', 'person', 'bench'].flatMap((kind) =>
      wordsFor(kind).map((word) => [word, kind]),
    ),
  );
  const words = { nouns, regions: ['rug'] };
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

it('questions take 200 words and more', () => {
  const mix = stepMix(4);
  const said = new Set<string>();
  const wishes = Array.from({ length: 120 }, (_, index) => wishFor(index, { mix, beyond: 0, seed: 1, attempt: 0 }));
  const kinds = new Set(wishes.flatMap(({ scatter }) => scatter));
  const colours = [
    'red',
    'orange',
    'yellow',
    'green',
    'blue',
    'purple',
    'pink',
    'brown',
    'white',
    'black',
    'small',
    'large',
  ];
  const named = [...kinds].flatMap((kind) => colours.map((adjective) => ({ by: 'name' as const, kind, adjective })));
  const chair = { by: 'relation', kind: 'bench', relation: { by: 'side', side: 'left', own: true } } as const;
  const all: Expression[] = [...meanings, ...named, ...named.map((each) => ({ ...chair, to: [each] }))];
  for (const meant of all)
    for (let n = 0; n < 10; n += 1)
      for (const one of wordsIn(word(meant, random('words', n, said.size)).prompt)) said.add(one);
  expect(said.size).toBeGreaterThanOrEqual(200);
});

it('of people one says who, and nobody is a bench', () => {
  const bench = { by: 'extreme', kind: 'bench', which: 'largest', rank: 1 } as const;
  const to = [
    { by: 'relation', kind: 'person', relation: { by: 'side', side: 'left', own: true }, to: [bench] },
  ] as const;
  for (let n = 0; n < 40; n += 1) {
    const { object } = word({ by: 'relation', kind: 'person', relation: { by: 'closest' }, to }, random('people', n));
    expect(object).not.toMatch(/person (that|which|located)/);
    expect(object).toMatch(/if you (sat|were sitting|were seated) on the/);
  }
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
