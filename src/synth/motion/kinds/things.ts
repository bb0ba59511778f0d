import { at } from '../../../util/index.ts';
import { distance, farApart } from '../measure.ts';
import type { MakeMovement } from '../movements/movement.ts';
import { andBack, inDiagonals, inWays, overGround } from '../movements/things.ts';
import { middleOf, mostlyHalves, type QuestionKind, STILL, slopeOf, stepTo, ways, wayTo } from './kind.ts';

function direction(name: string, category: number, movement: MakeMovement): QuestionKind {
  return {
    name,
    category,
    movement,
    spans: mostlyHalves,
    options: [ways.left, ways.right, ways.toward, ways.away],
    read(camera, target) {
      const way = wayTo(camera, target, at(target, -1));
      return way && ways[way];
    },
  };
}

export const slopes = [
  'To the left and away',
  'To the right and away',
  'To the left and closer',
  'To the right and closer',
] as const;

const diagonal: QuestionKind = {
  name: 'diagonal',
  category: 0,
  movement: inDiagonals,
  spans: mostlyHalves,
  options: slopes,
  read(camera, target) {
    return slopeOf(stepTo(camera, target, at(target, -1)), this.options);
  },
};

const returns = {
  left: 'Left and back',
  right: 'Right and back',
  toward: 'Closer and back',
  away: 'Away and back',
};

const back: QuestionKind = {
  name: 'back',
  category: 0,
  movement: andBack,
  spans: ['whole'],
  options: [returns.left, returns.right, returns.toward, returns.away],
  read(camera, target) {
    const out = wayTo(camera, target, middleOf(target));
    const [eye, from, to] = [at(camera, 0), at(target, 0), at(target, -1)];
    return out && distance(from, to) < STILL * farApart(eye, from) ? returns[out] : undefined;
  },
};

const ground = direction('ground', 1, overGround);

/** Which way something goes; one that is listed twice is asked twice as often. */
export const thingKinds: readonly QuestionKind[] = [
  direction('direction', 0, inWays),
  diagonal,
  back,
  back,
  ground,
  ground,
];
