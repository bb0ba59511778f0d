import {
  type Action,
  type EpisodeStart,
  type Extras,
  type Hands,
  type Needs,
  type Observation,
  type Policy,
  PolicyError,
} from '../../contracts/index.ts';
import { armJoints } from '../../sim/index.ts';
import { armDistance } from '../../sim/pure.ts';
import { type Random, random } from '../../stats/index.ts';

interface BuiltIn {
  about: string;
  peeks: Needs['peeks'];
  /** The whole episode's commands, planned when it begins; afterwards the policy is done. Undefined: nothing to do but hold still. */
  plan?(peek: Hands | undefined, dice: Random): Action[];
}

/** Commands of `policy/random`: enough to sweep the table, and an end. */
const RANDOM_COMMANDS = 25;

/** Policies that need no training: a ceiling, a floor, and what lies between. */
export const builtIns: Readonly<Record<string, BuiltIn>> = {
  expert: {
    about: 'knows the answer and fetches its block: the ceiling',
    peeks: 'truth',
    plan: (peek) => hands(peek).fetch(truth(peek)),
  },
  'expert-random': {
    about: 'grasps perfectly but picks any block, each equally likely: grounding of 0',
    peeks: 'hands',
    plan: (peek, dice) => hands(peek).fetch(dice.pick(hands(peek).blocks).label),
  },
  'always-wrong': {
    about: 'knows the answer and fetches any other block: the lowest grounding',
    peeks: 'truth',
    plan: (peek, dice) => hands(peek).fetch(dice.pick(wrongBlocks(hands(peek), truth(peek))).label),
  },
  nearest: {
    about: 'always fetches the block that is nearest to an arm',
    peeks: 'hands',
    plan: (peek) => hands(peek).fetch(nearestBlock(hands(peek)).label),
  },
  random: {
    about: `${RANDOM_COMMANDS} random joint targets, then done`,
    peeks: 'nothing',
    plan: (_, dice) => Array.from({ length: RANDOM_COMMANDS }, () => randomTargets(dice)),
  },
  still: {
    about: 'never moves: anything it scores is unearned',
    peeks: 'nothing',
  },
};

/** What they were called before. */
export const formerNames: Readonly<Record<string, string>> = { 'expert-wrong': 'expert-random' };

/** One of them as a policy, or undefined when there is none of this name. */
export function builtInPolicy(name: string): Policy | undefined {
  const chosen = Object.hasOwn(builtIns, name) ? builtIns[name] : undefined;
  if (!chosen) return undefined;
  let start: EpisodeStart | undefined;
  return {
    id: `policy/${name}`,
    needs: { cameras: [], action: 'qpos', peeks: chosen.peeks },
    settings: {},
    reset(given) {
      start = given;
    },
    act({ step, state, peek }: Observation) {
      if (!chosen.plan) return [state];
      if (step > 0 || !start) return 'done';
      return chosen.plan(peek, random(start.seed, 'policy', name, start.unit.id, start.unit.epoch));
    },
  };
}

function hands(peek: Hands | undefined): Hands {
  if (peek) return peek;
  throw new PolicyError('policy_failed', 'this world lends no hands');
}

function truth(peek: Hands | undefined): string {
  if (peek?.truth !== undefined) return peek.truth;
  throw new PolicyError('policy_failed', 'this world does not tell the answer');
}

function wrongBlocks({ blocks }: Hands, truth: string): Hands['blocks'] {
  return blocks.filter(({ label }) => label !== truth);
}

function nearestBlock({ blocks }: Hands): { label: string } {
  const placed = blocks.map(({ label, extras }) => ({ label, distance: armDistance(placeOf(extras)) }));
  return placed.reduce((best, block) => (block.distance < best.distance ? block : best));
}

function placeOf({ x, y }: Extras): { x: number; y: number } {
  if (typeof x === 'number' && typeof y === 'number') return { x, y };
  throw new PolicyError('policy_failed', 'this world does not say where its blocks lie');
}

function randomTargets(dice: Random): Action {
  const arm = () => [...armJoints.map(({ range: [low, high] }) => low + (high - low) * dice.next()), dice.next()];
  return Float64Array.from([...arm(), ...arm()]);
}
