import { cos, sin } from '../../../geometry/index.ts';
import type { Item, Stand } from '../../../scenes/index.ts';
import { at } from '../../../util/index.ts';
import { DEGREES, distance } from '../measure.ts';
import { betweenStands, eased } from '../paths.ts';
import type { CameraPose } from '../trajectory.ts';
import { wandering } from './cameras.ts';
import {
  between,
  byLuck,
  HALF,
  type MakeMovement,
  type MovementInput,
  NO_ROOM,
  NOBODY,
  still,
  ways,
} from './movement.ts';
import { mover, somewhere } from './walk.ts';

/**
 * What has a front and a back that nobody would mix up, and may turn. Drawn before anything is looked at: in a room there is more
 * room for standing still than for going forward, and the name of what is there would tell.
 */
export const fronted = ['car', 'toy car', 'toy duck', 'dining chair'] as const;

/** What something does in half a clip: how it is turned as that begins, and its poses from there. */
interface Act {
  yaw: number;
  /** `far` is how far away the camera is. */
  from(stand: Stand, far: number): Stand[];
}

function goes({ dice }: MovementInput, angle: number, isForward: boolean): Act {
  const share = between(dice, 0.2, 0.28);
  const step = (stand: Stand, far: number): Stand => {
    const [x, y, z] = stand.position;
    return { ...stand, position: [x + share * far * cos(angle), y + share * far * sin(angle), z] };
  };
  return {
    yaw: isForward ? angle : angle + Math.PI,
    from: (stand, far) => eased(HALF).map((t) => betweenStands(stand, step(stand, far), t)),
  };
}

function spins({ dice }: MovementInput, by: number): Act {
  return {
    yaw: between(dice, 0, 2 * Math.PI),
    from: (stand) => eased(HALF).map((t) => ({ ...stand, yaw: stand.yaw + by * t })),
  };
}

/** Along an arc, ahead or back: it is elsewhere then, and turned. */
function curve(input: MovementInput, far: number) {
  const { dice } = input;
  const turn = between(dice, 60, 120) * DEGREES * dice.pick([1, -1]);
  const radius = (byLuck(input, [1, -1]) * between(dice, 0.32, 0.45) * far) / turn;
  return ({ position: [x, y, z], yaw }: Stand): Stand[] =>
    eased(HALF).map((t) => {
      const turned = yaw + turn * t;
      return {
        position: [x + radius * (sin(turned) - sin(yaw)), y - radius * (cos(turned) - cos(yaw)), z],
        yaw: turned,
      };
    });
}

/**
 * In one half what is asked about, in the other a curve: in the first and the last frame, whatever it did, it is elsewhere and turned.
 * What came before is a curve that is run backwards.
 */
function besideACurve(input: MovementInput, item: Item, act: Act): Stand[] | undefined {
  const { look, span } = input;
  return somewhere(input, item, new Map(), (place) => {
    const far = distance(look, place);
    const asked = act.from({ ...place, yaw: act.yaw }, far);
    const bend = curve(input, far);
    return span === 'first' ? [...asked, ...bend(at(asked, -1))] : [...bend(at(asked, 0)).reverse(), ...asked];
  });
}

/** What something with a front does, by the number of the option. */
function withFront(
  camera: (input: MovementInput) => CameraPose[],
  act: (input: MovementInput, option: number) => Act,
): MakeMovement {
  return (input, option) => {
    const item = mover(input);
    if (!item) return NOBODY;
    const way = besideACurve(input, item, act(input, option));
    return way ? { target: item, camera: camera(input), items: new Map([[item.id, way]]) } : NO_ROOM;
  };
}

/** Forwards or backwards, in any direction. */
function byFront(input: MovementInput, isForward: boolean): Act {
  return goes(input, between(input.dice, 0, 2 * Math.PI), isForward);
}

/** How far something turns: less than half round, or more, so that its first and its last pose do not tell which way. */
function turnOf({ dice, luck }: MovementInput): number {
  return (luck < 0.5 ? between(dice, 60, 120) : between(dice, 225, 285)) * DEGREES;
}

function eitherTurn(input: MovementInput): number {
  return turnOf(input) * input.dice.pick([1, -1]);
}

/** Forwards, backwards, turning on the spot, or not at all, while the camera moves. */
export const byItself = withFront(
  (input) => wandering(input, [0.12, 0.25]),
  (input, option) => (option < 2 ? byFront(input, option === 0) : spins(input, option === 2 ? eitherTurn(input) : 0)),
);

/** Forwards, backwards, turning left or right, before a camera that stands. */
export const inOwnFrame = withFront(
  ({ look }) => still(look),
  (input, option) =>
    option < 2 ? byFront(input, option === 0) : spins(input, turnOf(input) * (option === 2 ? 1 : -1)),
);

/** To the left, to the right, not at all, or turning on the spot. */
export const orRest = withFront(
  ({ look }) => still(look),
  (input, option) => {
    const { dice, look, slant } = input;
    if (option >= 2) return spins(input, option === 2 ? 0 : eitherTurn(input));
    return goes(input, look.yaw + at(ways, option) + between(dice, -slant, slant), dice.int(3) > 0);
  },
);
