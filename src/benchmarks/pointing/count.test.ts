import { expect, it } from 'vitest';
import type { Mark } from '../../contracts/index.ts';
import { random } from '../../stats/index.ts';
import { countPoints } from './count.ts';

const [width, height] = [13, 9];

it.each(['miss', 'border'] as const)('counts as if every pixel of a box were listed (%s)', (outside) => {
  for (let round = 0; round < 300; round++) {
    const dice = random(3, round);
    const filled = 1 + dice.int(4);
    const values = Uint8Array.from({ length: width * height }, () =>
      dice.int(filled * 5) === 0 ? 1 + dice.int(255) : 0,
    );
    const worth = (value: number) => (value > 100 ? value : 0);
    const marks = Array.from({ length: 1 + dice.int(3) }, (): Mark => {
      const [x, y] = [dice.int(40) - 15, dice.int(30) - 10];
      return dice.int(3) === 0 ? [x, y] : { box: [x, y, x + dice.int(25), y + dice.int(20)] };
    });
    const expected = { points: 0, hits: 0, worth: 0 };
    const add = (x: number, y: number) => {
      const isInside = x >= 0 && x < width && y >= 0 && y < height;
      const value = isInside ? worth(values[y * width + x] ?? 0) : 0;
      expected.points++;
      expected.hits += value > 0 ? 1 : 0;
      expected.worth += value;
    };
    for (const mark of marks) {
      if (Array.isArray(mark)) add(...mark);
      else
        for (let y = mark.box[1]; y < mark.box[3]; y++)
          for (let x = mark.box[0]; x < mark.box[2]; x++)
            if (outside === 'miss') add(x, y);
            else add(Math.max(0, Math.min(x, width - 1)), Math.max(0, Math.min(y, height - 1)));
    }
    expect(countPoints({ width, height, values }, marks, worth, outside)).toEqual(expected);
  }
});

it('a point on the right or lower edge of the picture is outside, whatever the next row begins with', () => {
  const full = { width: 2, height: 2, values: Uint8Array.of(255, 255, 255, 255) };
  const hits = (mark: Mark) => countPoints(full, [mark], (value) => value, 'miss').hits;
  expect(
    [
      [1.9, 1.9],
      [2, 0],
      [0, 2],
      [-0.1, 0],
      [0, -0.1],
    ].map(([x = 0, y = 0]) => hits([x, y])),
  ).toEqual([1, 0, 0, 0, 0]);
});
