import {
  type Action,
  type EpisodeStart,
  type Hands,
  type Needs,
  type Observation,
  type Policy,
  PolicyError,
} from '../../../contracts/index.ts';
import { type Random, random } from '../../../stats/index.ts';
import { at } from '../../../util/index.ts';

/** What a policy does in an episode, told as it goes: it gives commands and is shown what came of them. */
export type Script = (
  first: Observation,
  about: { start: EpisodeStart; dice: Random },
) => Generator<Action[], void, Observation>;

/** A policy that follows a script anew in every episode, and is done when the script is. */
export function scripted(id: string, peeks: Needs['peeks'], script: Script): Policy {
  let start: EpisodeStart | undefined;
  let going: ReturnType<Script> | undefined;
  return {
    id,
    settings: {},
    needs: { cameras: [], action: 'either', peeks },
    reset(given) {
      start = given;
      going = undefined;
    },
    act(observation) {
      if (!start) throw new PolicyError('policy_failed', 'no episode has begun');
      const dice = random(start.seed, id, start.unit.id, start.unit.epoch);
      // What a script is told with the first call is its argument.
      going ??= script(observation, { start, dice });
      const next = going.next(observation);
      return next.done ? 'done' : next.value;
    },
  };
}

export function handsOf({ peek }: Observation): Hands {
  if (peek) return peek;
  throw new PolicyError('policy_failed', 'this world lends no hands');
}

/** The commands that fetch a block; none where there is no way to it. */
export function fetchOf(observation: Observation, label: string): Action[] {
  try {
    return handsOf(observation).fetch(label);
  } catch (error) {
    if (error instanceof PolicyError) return [];
    throw error;
  }
}

export function truthOf(observation: Observation): string {
  return handsOf(observation).truth ?? '';
}

type Side = 'left' | 'right';
type Point = readonly [x: number, y: number];

/** A fetch taken apart: up to the closed gripper, with the block in the hand, and from the opening on. */
export interface FetchParts {
  side: Side;
  reach: Action[];
  /** Straight up, across, straight down. */
  lift: Action[];
  carry: Action[];
  lower: Action[];
  release: Action[];
}

export function partsOf(fetch: readonly Action[], { state }: Observation): FetchParts {
  const isShut = (action: Action | undefined, side: Side) => (action?.[side === 'left' ? 6 : 13] ?? 1) < 0.5;
  const side = fetch.some((action) => isShut(action, 'left')) ? 'left' : 'right';
  const shut = fetch.findIndex((action) => isShut(action, side));
  const open = fetch.findLastIndex((action) => isShut(action, side)) + 1;
  // Of the ways with the block in the hand, the one across is the longest.
  const lengths = fetch.map((action, i) => distance(action, i === 0 ? state : at(fetch, i - 1)));
  const carry = lengths.indexOf(Math.max(...lengths.slice(shut + 1, open)), shut + 1);
  return {
    side,
    reach: fetch.slice(0, shut + 1),
    lift: fetch.slice(shut + 1, carry),
    carry: fetch.slice(carry, carry + 1),
    lower: fetch.slice(carry + 1, open),
    release: fetch.slice(open),
  };
}

function distance(a: Action, b: Action): number {
  return Math.sqrt(a.reduce((sum, value, i) => sum + (i % 7 === 6 ? 0 : (value - at(b, i)) ** 2), 0));
}

/** The same commands from their end to their beginning: a block that was fetched is put back. */
export function backwards(commands: readonly Action[], { state }: Observation): Action[] {
  return [state.slice(), ...commands.slice(0, -1)].toReversed();
}

/** With this hand so far open. */
export function gripping(action: Action, side: Side, value: number): Action {
  const changed = action.slice();
  changed[side === 'left' ? 6 : 13] = value;
  return changed;
}

/** The hand along a straight line, turned as it is, while the other one stays. */
export function alongLine(
  { hands }: Observation,
  side: Side,
  opts: { by: readonly [x: number, y: number, z: number]; gripper: number; pieces?: number },
): Action[] {
  const { by, gripper, pieces = 1 } = opts;
  return Array.from({ length: pieces }, (_, n) => {
    const moved = hands[side].map((value, i) => value + ((by[i] ?? 0) * (n + 1)) / pieces);
    const arms = { left: [...hands.left, 1], right: [...hands.right, 1], [side]: [...moved, gripper] };
    return Float64Array.from([...arms.left, ...arms.right]);
  });
}

/** Where a block lay in the beginning. */
export function spotOf(observation: Observation, label: string): Point {
  const { x, y } = handsOf(observation).blocks.find((block) => block.label === label)?.extras ?? {};
  if (typeof x === 'number' && typeof y === 'number') return [x, y];
  throw new PolicyError('policy_failed', 'this world does not say where its blocks lie');
}
