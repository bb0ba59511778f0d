import { useId } from 'react';
import type { Episode, EpisodeEvent } from '../../src/contracts/index.ts';
import { Lanes } from './lanes.tsx';
import { STEPS_PER_SECOND } from './messages.ts';
import type { Recording } from './recording.ts';

/** Words for what can happen to a block; an unknown word is shown as it stands. */
const words: Readonly<Record<string, string>> = {
  touch: 'touched',
  grasp: 'grasped',
  pinch: 'pinched',
  lift: 'lifted',
  pick: 'picked up',
  placed: 'in the zone',
  rest: 'at rest',
};

/** Something that is marked on the timeline. */
interface TimelineEvent {
  step: number;
  /** `grasped C (right arm)` */
  text: string;
  kind: string;
  /** Whether it happened to the block that was asked for; undefined where that is not known. */
  right?: boolean;
}

/** What happened, and how it ended, which a world that runs on afterwards notes itself. */
export function timelineEvents({ events, end, steps }: Episode, answer: string | undefined): TimelineEvent[] {
  const ended = (step: number) => {
    return { step, text: `end: ${end.replaceAll('_', ' ')}`, kind: 'end', right: end === 'success' };
  };
  const marks = events.map((event) =>
    event.what === 'end'
      ? ended(event.step)
      : {
          step: event.step,
          text: textOf(event),
          kind: event.what,
          ...(event.block === undefined || answer === undefined ? {} : { right: event.block === answer }),
        },
  );
  return marks.some(({ kind }) => kind === 'end') ? marks : [...marks, ended(steps)];
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

/** How high a row of marks is, in rem. */
const ROW = 1.15;
/** Part of the timeline that a mark covers. */
const WIDE = 0.035;

/** What the arms did, what happened when, and where we are: drag to go elsewhere. */
export function Timeline(props: {
  recording: Recording;
  steps: number;
  step: number;
  marks: readonly TimelineEvent[];
  seek(step: number): void;
}) {
  const { recording, steps, step, marks, seek } = props;
  const label = useId();
  const percent = (at: number) => (steps === 0 ? 0 : (100 * at) / steps);
  const placed = inRows(marks, steps);
  const rows = 1 + Math.max(0, ...placed.map(({ row }) => row));
  return (
    <div className="replay-timeline">
      <span id={label} className="visually-hidden">
        Time
      </span>
      <Lanes recording={recording} steps={steps} step={step} />
      <input
        className="replay-scrub"
        type="range"
        min="0"
        max={steps}
        step="1"
        value={Math.round(step)}
        aria-labelledby={label}
        aria-valuetext={secondsOf(step)}
        onChange={({ target }) => seek(Number(target.value))}
      />
      <div className="replay-marks" style={{ height: `${ROW * rows}rem` }}>
        {placed.map(({ mark, row }) => (
          <button
            key={`${mark.step} ${mark.text}`}
            type="button"
            className={`replay-mark ${verdictOf(mark)}`}
            style={{ left: `clamp(0.5rem, ${percent(mark.step)}%, calc(100% - 0.5rem))`, top: `${ROW * row}rem` }}
            title={`${secondsOf(mark.step)}: ${mark.text}`}
            aria-label={`${mark.text}, at ${secondsOf(mark.step)}`}
            onClick={() => seek(mark.step)}
          >
            {signs[mark.kind] ?? '·'}
          </button>
        ))}
      </div>
    </div>
  );
}

/** Marks that would cover each other stand in rows. */
function inRows(marks: readonly TimelineEvent[], steps: number): { mark: TimelineEvent; row: number }[] {
  const ends: number[] = [];
  return marks.map((mark) => {
    const free = ends.findIndex((end) => end <= mark.step);
    const row = free < 0 ? ends.length : free;
    ends[row] = mark.step + WIDE * steps;
    return { mark, row };
  });
}

/** One sign per kind of event: they differ without colour, too. */
export const signs: Readonly<Record<string, string>> = {
  touch: '○',
  grasp: '◐',
  pinch: '●',
  lift: '▲',
  pick: '△',
  placed: '■',
  rest: '▣',
  end: '⚑',
};

export function verdictOf({ right }: TimelineEvent): string {
  if (right === undefined) return '';
  return right ? 'is-hit' : 'is-miss';
}
