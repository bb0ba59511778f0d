import type { Episode, EpisodeEvent } from '../../contracts/index.ts';

/** How an episode can end, from best to worst. */
export const endings = [
  'success',
  'right_block_not_placed',
  'wrong_block_placed',
  'wrong_block_grasped',
  'no_grasp',
] as const;
export type Ending = (typeof endings)[number];

/** What can become of the first choice, from best to worst. */
export const choiceFates = ['right_at_rest', 'right_not_at_rest', 'wrong', 'none'] as const;
export type ChoiceFate = (typeof choiceFates)[number];

/** What an episode came to. */
export interface EpisodeVerdict {
  ending: Ending;
  /** A grasp as the authors define it: contact, any gripper told to close, lifted or held for eight steps. */
  grasped: boolean;
  /** A grasp by the strict rule: both fingers of one hand press from opposing sides. */
  pinched: boolean;
  /** A block was pinched and lifted. */
  picked: boolean;
  /** What became of the first choice; absent where the world did not run on, so that nobody knows. */
  firstChoice?: ChoiceFate;
  /** How many blocks were picked up or placed. */
  handled: number;
  /** The block that the robot decided for, and the arm that went for it. */
  chosen?: string;
  arm?: 'left' | 'right';
}

/**
 * The robot decided for the first block that it pinched and lifted, or placed in the zone before; else for the first one that it
 * pinched; else for the first one that it grasped by the authors' rule, which a push with a shut gripper also meets. What
 * happened while the world ran on after the end decides nothing but whether a block rests.
 *
 * Success wins over everything, also after another block was placed. Otherwise the chosen block decides: none, the right one
 * (which then was not placed), or another one that was placed or only grasped.
 */
export function judge(answer: string, episode: Episode): EpisodeVerdict {
  const end = episode.events.findIndex(({ what }) => what === 'end');
  const events = end < 0 ? episode.events : episode.events.slice(0, end);
  const first = (what: string) => events.find((event) => event.what === what)?.block;
  const success = episode.end === 'success';
  const placed = first('placed') ?? episode.placed ?? (success ? answer : undefined);
  const picked = first('pick');
  const handled = events.flatMap(({ what, block }) => (what === 'pick' || what === 'placed' ? (block ?? []) : []));
  const chosen = handled[0] ?? placed ?? first('pinch') ?? first('grasp');
  const arm = chosen === undefined ? undefined : armAt(events, chosen);
  const resting = episode.events.flatMap(({ what, block }) => (what === 'rest' && block !== undefined ? [block] : []));
  return {
    ending: success ? 'success' : failure({ answer, placed, chosen }),
    grasped: first('grasp') !== undefined,
    pinched: first('pinch') !== undefined,
    picked: picked !== undefined,
    ...(end >= 0 && { firstChoice: fateOf({ answer, first: handled[0], picked, resting }) }),
    handled: new Set(handled).size,
    ...(chosen !== undefined && { chosen }),
    ...(arm !== undefined && { arm }),
  };
}

/**
 * The first block that is picked up is the choice. So is a wrong one that was put into the zone before: the episode going on
 * tells that it is wrong, and whoever tries blocks there until one is left has read nothing.
 */
function fateOf(opts: {
  answer: string;
  first: string | undefined;
  picked: string | undefined;
  resting: readonly string[];
}): ChoiceFate {
  const { answer, first, picked, resting } = opts;
  if (first !== undefined && first !== answer) return 'wrong';
  if (picked === undefined) return 'none';
  return resting.includes(answer) ? 'right_at_rest' : 'right_not_at_rest';
}

function failure(opts: { answer: string; placed: string | undefined; chosen: string | undefined }): Ending {
  const { answer, placed, chosen } = opts;
  if (chosen === undefined) return 'no_grasp';
  if (chosen === answer) return 'right_block_not_placed';
  return placed === undefined ? 'wrong_block_grasped' : 'wrong_block_placed';
}

/** The arm that held a block, or at least touched it. */
function armAt(events: readonly EpisodeEvent[], block: string): 'left' | 'right' | undefined {
  const arms = ['pinch', 'grasp', 'touch'].map(
    (what) => events.find((event) => event.what === what && event.block === block)?.arm,
  );
  return arms.find((arm) => arm !== undefined);
}
