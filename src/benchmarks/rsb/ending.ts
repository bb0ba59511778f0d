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

/** What an episode came to. */
export interface Verdict {
  ending: Ending;
  /** A grasp as the authors define it: contact, any gripper told to close, lifted or held for eight steps. */
  grasped: boolean;
  /** A grasp by the strict rule: both fingers of one hand press from opposing sides. */
  pinched: boolean;
  /** The block that the robot decided for, and the arm that went for it. */
  chosen?: string;
  arm?: 'left' | 'right';
}

/**
 * The robot decided for the first block that it placed in the zone; else for the first one that it pinched; else for the
 * first one that it grasped by the authors' rule, which a push with a shut gripper also meets.
 *
 * Success wins over everything, also after another block was placed. Otherwise the chosen block decides: none, the right one
 * (which then was not placed), or another one that was placed or only grasped.
 */
export function judge(answer: string, episode: Episode): Verdict {
  const { events } = episode;
  const first = (what: string) => events.find((event) => event.what === what)?.block;
  const success = episode.end === 'success';
  const placed = first('placed') ?? episode.placed ?? (success ? answer : undefined);
  const chosen = placed ?? first('pinch') ?? first('grasp');
  const arm = chosen === undefined ? undefined : armAt(events, chosen);
  return {
    ending: success ? 'success' : failure({ answer, placed, chosen }),
    grasped: first('grasp') !== undefined,
    pinched: first('pinch') !== undefined,
    ...(chosen !== undefined && { chosen }),
    ...(arm !== undefined && { arm }),
  };
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
