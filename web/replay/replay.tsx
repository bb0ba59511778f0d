import './replay.css';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Episode } from '../../src/contracts/index.ts';
import { useKeys } from '../shell/use-keys.ts';
import { type ReplayJob, STEPS_PER_SECOND } from './messages.ts';
import { type Recording, useRecording } from './recording.ts';
import { ORBIT_VIEW } from './scene-renderer.ts';
import { secondsOf, signs, Timeline, timelineEvents, verdictOf } from './timeline.tsx';
import { Viewport } from './viewport.tsx';

/** While it plays, the time is told so often. */
const STEPS_TOLD = 20;
const speeds = [0.25, 0.5, 1, 2, 4];

/** Names of cameras as people say them; others are shown as they stand. */
const views: Readonly<Record<string, string>> = {
  [ORBIT_VIEW]: 'Free',
  head_camera: 'Head',
  front_camera: 'Front',
  observer_camera: 'Observer',
  left_camera: 'Left wrist',
  right_camera: 'Right wrist',
};

/** An episode in three dimensions: simulated again from its commands, to be looked at from anywhere and at any time. */
export function Replay({ job, answer }: { job: ReplayJob; answer: string | undefined }) {
  const recording = useRecording(job);
  const { episode } = job;
  const { scene } = recording;
  const clock = useClock(episode.steps, scene !== undefined);
  const [view, setView] = useState(ORBIT_VIEW);
  const beside = besides(view, scene?.cameras.map(({ name }) => name) ?? []);
  const chips = [ORBIT_VIEW, ...(scene?.cameras.map(({ name }) => name) ?? [])].filter(
    (name) => !beside.includes(name),
  );
  useKeys({
    ' ': clock.toggle,
    ',': () => clock.seek(clock.step - 5),
    '.': () => clock.seek(clock.step + 5),
  });
  const marks = timelineEvents(episode, answer);
  // Numbers that change with every frame are unreadable, and cost as much as the frame.
  const told = clock.playing ? clock.step - (clock.step % STEPS_TOLD) : clock.step;
  const last = marks.findLast(({ step }) => step <= told);
  return (
    <section className="replay" aria-label="Replay">
      <div className="replay-stage">
        {scene ? (
          <Viewport
            recording={recording}
            scene={scene}
            step={clock.step}
            views={[view, ...beside]}
            label={`The world at ${secondsOf(told)}`}
          />
        ) : (
          <p className="replay-wait muted">{recording.failure ?? 'Simulating the episode again …'}</p>
        )}
        <div className="replay-beside">
          {beside.map((name) => (
            <button
              key={name}
              type="button"
              onClick={() => setView(name)}
              title={`${views[name] ?? name}: make it large`}
            >
              <span>{views[name] ?? name}</span>
            </button>
          ))}
        </div>
        <fieldset className="replay-views">
          <legend className="visually-hidden">Camera</legend>
          {chips.map((name) => (
            <button
              key={name}
              type="button"
              className="chip"
              aria-pressed={view === name}
              onClick={() => setView(name)}
            >
              {views[name] ?? name}
            </button>
          ))}
        </fieldset>
      </div>
      <div className="replay-controls row">
        <button type="button" className="button" onClick={clock.toggle} disabled={!scene} title="Space">
          {clock.playing ? 'Pause' : 'Play'}
        </button>
        <output className="num">
          {secondsOf(told)} <span className="muted">of {secondsOf(episode.steps)}</span>
        </output>
        <label className="row">
          <span className="muted">Speed</span>
          <select value={clock.speed} onChange={({ target }) => clock.setSpeed(Number(target.value))}>
            {speeds.map((speed) => (
              <option key={speed} value={speed}>
                {speed}×
              </option>
            ))}
          </select>
        </label>
        <SameOrNot recording={recording} episode={episode} />
      </div>
      <Timeline recording={recording} steps={episode.steps} step={told} marks={marks} seek={clock.seek} />
      <ol className="replay-list">
        {marks.map((mark) => (
          <li key={`${mark.step} ${mark.text}`} className={mark === last ? 'is-now' : ''}>
            <button type="button" className="quiet" onClick={() => clock.seek(mark.step)}>
              <span className={verdictOf(mark)}>{signs[mark.kind] ?? '·'}</span>{' '}
              <span className="num muted">{secondsOf(mark.step)}</span> {mark.text}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What the robot itself sees stands beside the large picture; in the place of the one that is large stands the free view. */
function besides(large: string, cameras: readonly string[]): string[] {
  return ['head_camera', 'left_camera', 'right_camera']
    .filter((name) => cameras.includes(name))
    .map((name) => (name === large ? ORBIT_VIEW : name));
}

/** Whether this is what happened in the run: every state that the run noted is compared by its hash. */
function SameOrNot({ recording: { differences, failure }, episode }: { recording: Recording; episode: Episode }) {
  if (failure !== undefined) return <p className="replay-check is-miss">not simulated: {failure}</p>;
  if (!differences) return <p className="replay-check muted">simulating …</p>;
  const states = `${episode.hashes.length + 1} states compared`;
  if (differences.length === 0)
    return (
      <p className="replay-check is-hit" title={states}>
        ✓ re-simulated: identical to the recorded run
      </p>
    );
  return (
    <details className="replay-check is-miss">
      <summary>✕ not the same as in the run</summary>
      <ul>
        {differences.map((difference) => (
          <li key={difference}>{difference}</li>
        ))}
      </ul>
    </details>
  );
}

interface ReplayClock {
  /** Physics steps since the start; has a fraction while playing. */
  step: number;
  playing: boolean;
  speed: number;
  seek(step: number): void;
  toggle(): void;
  setSpeed(speed: number): void;
}

/** The time of a replay: begins when there is something to see, goes on by itself until its end, and starts again from there. */
function useClock(steps: number, ready: boolean): ReplayClock {
  const [step, setStep] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const now = useRef(0);
  now.current = step;

  useEffect(() => {
    // Who wants nothing to move presses Play.
    if (ready && !matchMedia('(prefers-reduced-motion: reduce)').matches) setPlaying(true);
  }, [ready]);

  useEffect(() => {
    if (!playing) return;
    let last = performance.now();
    let request = requestAnimationFrame(function tick(time) {
      const next = Math.min(steps, now.current + ((time - last) / 1000) * STEPS_PER_SECOND * speed);
      last = time;
      setStep(next);
      if (next >= steps) setPlaying(false);
      else request = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(request);
  }, [playing, speed, steps]);

  const seek = useCallback((to: number) => setStep(Math.min(steps, Math.max(0, to))), [steps]);
  const toggle = useCallback(() => {
    if (now.current >= steps) setStep(0);
    setPlaying((was) => !was);
  }, [steps]);
  return { step, playing, speed, seek, toggle, setSpeed };
}
