import { useMemo } from 'react';
import { at } from '../../src/util/index.ts';
import { JOINTS } from './messages.ts';
import type { Recording } from './recording.ts';

const WIDTH = 1000;
const LANE = 72;
const GAP = 6;
const sides = ['left', 'right'] as const;
type LaneSide = (typeof sides)[number];

interface Props {
  recording: Recording;
  steps: number;
  /** Where we are. */
  step: number;
}

/** What each arm did: how far its gripper is told to be open, as an area, and the angles of its joints, as lines. */
export function Lanes({ recording, steps, step }: Props) {
  const known = recording.steps.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a recording grows in place
  const lanes = useMemo(() => {
    const range = rangeOf(recording);
    return sides.map((side, lane) => ({
      side,
      gripper: gripperPath(recording, side, lane * (LANE + GAP), steps),
      joints: Array.from({ length: JOINTS }, (_, joint) =>
        jointPath(recording, { side, joint, top: lane * (LANE + GAP), steps, range }),
      ),
    }));
  }, [recording, known, steps]);
  const moment = Math.max(
    0,
    recording.steps.findLastIndex((other) => other <= step),
  );
  return (
    <div className="replay-lanes">
      <div className="replay-plot">
        {sides.map((side) => (
          <span key={side} className="replay-lane-name muted" aria-hidden="true">{`${side} arm`}</span>
        ))}
        <svg viewBox={`0 0 ${WIDTH} ${2 * LANE + GAP}`} preserveAspectRatio="none" aria-hidden="true">
          <title>Angles of the joints, and how far the grippers are told to be open</title>
          {lanes.map(({ side, gripper, joints }) => (
            <g key={side}>
              <path className="replay-gripper" d={gripper} />
              {joints.map((path, joint) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: joints have no other name
                <path key={joint} className={`replay-joint joint-${joint + 1}`} d={path} />
              ))}
            </g>
          ))}
        </svg>
        <div className="replay-now" style={{ transform: `translateX(${steps === 0 ? 0 : (100 * step) / steps}%)` }} />
      </div>
      {sides.map((side) => (
        <Readout key={side} side={side} recording={recording} moment={moment} />
      ))}
    </div>
  );
}

/** The same in numbers, at this moment: the legend, too. */
function Readout({ side, recording, moment }: { side: LaneSide; recording: Recording; moment: number }) {
  const joints = recording.joints[moment]?.[side];
  const open = recording.grippers[moment]?.[side];
  return (
    <p className="replay-readout small">
      <b>{`${side} arm`}</b>
      {Array.from({ length: JOINTS }, (_, joint) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: joints have no other name
        <span key={joint} className={`joint-${joint + 1}`} title={`Joint ${joint + 1}, from the shoulder`}>
          <i aria-hidden="true" />
          {joints ? `${degrees(at(joints, joint))}°` : '–'}
        </span>
      ))}
      <span className="is-gripper" title="How far the gripper is told to be open">
        <i aria-hidden="true" />
        {open === undefined ? '–' : `${Math.round(100 * open)} % open`}
      </span>
    </p>
  );
}

/** @example degrees(-1.5708) // '−90' */
function degrees(radians: number): string {
  const rounded = Math.round((radians * 180) / Math.PI);
  return rounded < 0 ? `−${-rounded}` : String(rounded);
}

/** Both arms on one scale. */
function rangeOf({ joints }: Recording): [least: number, most: number] {
  let [least, most] = [-0.1, 0.1];
  for (const { left, right } of joints)
    for (const angles of [left, right])
      for (const angle of angles) [least, most] = [Math.min(least, angle), Math.max(most, angle)];
  // No line lies on the edge.
  const margin = 0.06 * (most - least);
  return [least - margin, most + margin];
}

function xOf(step: number, steps: number): string {
  return (steps === 0 ? 0 : (step / steps) * WIDTH).toFixed(1);
}

function jointPath(
  { steps: known, joints }: Recording,
  opts: { side: LaneSide; joint: number; top: number; steps: number; range: readonly [number, number] },
): string {
  const { side, joint, top, steps, range } = opts;
  const [least, most] = range;
  const points = known.map((step, i) => {
    const angle = at(at(joints, i)[side], joint);
    return `${xOf(step, steps)},${(top + LANE * (1 - (angle - least) / (most - least))).toFixed(1)}`;
  });
  return points.length === 0 ? '' : `M${points.join(' L')}`;
}

function gripperPath({ steps: known, grippers }: Recording, side: LaneSide, top: number, steps: number): string {
  const points = known.map((step, i) => {
    const open = at(grippers, i)[side];
    return `${xOf(step, steps)},${(top + LANE * (1 - open)).toFixed(1)}`;
  });
  return points.length === 0
    ? ''
    : `M0,${top + LANE} L${points.join(' L')} L${xOf(at(known, -1), steps)},${top + LANE} Z`;
}
