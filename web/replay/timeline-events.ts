import type { Episode, EpisodeEvent } from '../../src/contracts/index.ts';
import { STEPS_PER_SECOND } from './messages.ts';

/** Words for what can happen to a block; an unknown word is shown as it stands. */
const words: Readonly<Record<string, string>> = {
  touch: 'touched',
  grasp: 'grasped',
  pinch: 'pinched',
  lift: 'lifted',
  placed: 'in the zone',
};

/** Something that is marked on the timeline. */
export interface TimelineEvent {
  step: number;
  /** `grasped C (right arm)` */
  text: string;
  kind: string;
  /** Whether it happened to the block that was asked for; undefined where that is not known. */
  right?: boolean;
}

/** What happened, and how it ended. */
export function timelineEvents({ events, end, steps }: Episode, answer: string | undefined): TimelineEvent[] {
  return [
    ...events.map((event) => ({
      step: event.step,
      text: textOf(event),
      kind: event.what,
      ...(event.block === undefined || answer === undefined ? {} : { right: event.block === answer }),
    })),
    { step: steps, text: `end: ${end.replaceAll('_', ' ')}`, kind: 'end', right: end === 'success' },
  ];
}

function textOf({ what, block, arm }: EpisodeEvent): string {
  const word = words[what] ?? what;
  const who = arm === undefined ? '' : ` (${arm} arm)`;
  return block === undefined ? `${word}${who}` : `${block} ${word}${who}`;
}

/** @example secondsOf(1078) // '4.31 s' */
export function secondsOf(step: number): string {
  return `${(step / STEPS_PER_SECOND).toFixed(2)} s`;
}
