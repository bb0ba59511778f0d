import type { Episode, Score } from '../../contracts/index.ts';
import { armDistance } from '../../sim/pure.ts';
import { judge } from './ending.ts';
import { isForeign } from './foreign.ts';
import type { RsbSample } from './sample.ts';

/**
 * 1 when the right block came to lie in the zone. The facts hold what metrics and diagnostics need: how it ended, both
 * grasp rules, and of the right and the chosen block label, colour and place (`goldRow`, `chosenRow` …).
 * @example scoreEpisode(sample, episode).facts?.ending // 'wrong_block_placed'
 */
export function scoreEpisode(sample: RsbSample, episode: Episode): Score {
  const { answer } = sample;
  if (isForeign(episode)) return reported(sample, episode);
  const { ending, grasped, pinched, picked, firstChoice, handled, chosen, arm } = judge(answer, episode);
  const firstGrasped = episode.events.find(({ what }) => what === 'grasp')?.block;
  return {
    value: ending === 'success' ? 1 : 0,
    note: `right ${answer}, ${chosen === undefined ? 'none chosen' : `chosen ${chosen}`}: ${ending.replaceAll('_', ' ')}`,
    facts: {
      ending,
      success: ending === 'success' ? 1 : 0,
      grasped: grasped ? 1 : 0,
      pinched: pinched ? 1 : 0,
      picked: picked ? 1 : 0,
      ...(firstChoice !== undefined && { firstChoice }),
      ...choiceFacts(sample, chosen),
      ...(arm !== undefined && { arm }),
      ...(firstGrasped !== undefined && { firstGrasped }),
      ...(episode.placed !== null && { placed: episode.placed }),
      // More than one: the robot may have tried one block after the other.
      handled,
      touched: episode.events.some(({ what }) => what === 'touch') ? 1 : 0,
      placedWrongly: episode.events.filter(({ what, block }) => what === 'placed' && block !== answer).length,
      end: episode.end,
      steps: episode.steps,
      actions: episode.actions.count,
      seed: sample.seed,
      world: episode.world,
    },
  };
}

/**
 * 1 when the first block that was picked up is the right one and came to rest in the zone. No score where nobody knows what
 * rests, because the world did not run on or is another one.
 * @example scoreFirstChoice(sample, episode).facts?.firstChoice // 'wrong'
 */
export function scoreFirstChoice(sample: RsbSample, episode: Episode): Score {
  const { note, facts } = scoreEpisode(sample, episode);
  const fate = facts?.firstChoice;
  const about = { ...(facts && { facts }) };
  if (fate === undefined) return { value: null, note: `${note}; rest unknown in ${episode.world}`, ...about };
  return {
    value: fate === 'right_at_rest' ? 1 : 0,
    note: `${note}; first choice ${String(fate).replaceAll('_', ' ')}`,
    ...about,
  };
}

/** All that is known of what somebody else's simulator played. */
function reported({ options }: RsbSample, { end, events, world }: Episode): Score {
  const grasped = events.some(({ what }) => what === 'grasp') ? 1 : 0;
  return {
    value: end === 'success' ? 1 : 0,
    note: end === 'success' ? 'success' : grasped ? 'failed after a grasp' : 'failed',
    facts: { success: end === 'success' ? 1 : 0, grasped, choices: Object.keys(options).length, world },
  };
}

/** What diagnostics of choices need, also where somebody only named a block: label, colour and place of the right and the chosen one. */
export function choiceFacts(sample: RsbSample, chosen?: string): Record<string, string | number> {
  return {
    choices: Object.keys(sample.options).length,
    ...(sample.condition !== undefined && { condition: sample.condition }),
    ...blockFacts(sample, 'gold', sample.answer),
    ...(chosen !== undefined && blockFacts(sample, 'chosen', chosen)),
  };
}

function blockFacts({ layout }: RsbSample, who: 'gold' | 'chosen', label: string): Record<string, string | number> {
  const block = layout.blocks.find((one) => one.label === label);
  if (!block) return { [who]: label };
  const { colour, column, row, rank } = placeOf(layout.blocks, block);
  return { [who]: label, [`${who}Colour`]: colour, [`${who}Column`]: column, [`${who}Row`]: row, [`${who}Rank`]: rank };
}

type LaidBlock = RsbSample['layout']['blocks'][number];

/**
 * Where a block lies among the others, counted so that every place is equally frequent whatever the layout: columns of two from
 * the left, the nearer and the farther half, and its rank by the distance to the nearer arm. In a grid they are the grid's.
 */
interface BlockPosition {
  colour: string;
  /** From 1, from the left. */
  column: number;
  row: 'near' | 'far';
  /** 1 is the nearest. */
  rank: number;
}

/** @internal exported for its test */
export function placeOf(blocks: readonly LaidBlock[], block: LaidBlock): BlockPosition {
  const before = (key: (block: LaidBlock) => number) => blocks.filter((other) => key(other) < key(block)).length;
  return {
    colour: block.colour,
    column: 1 + Math.floor(before(({ x }) => x) / 2),
    row: before(({ y }) => y) < blocks.length / 2 ? 'near' : 'far',
    rank: 1 + before(armDistance),
  };
}
