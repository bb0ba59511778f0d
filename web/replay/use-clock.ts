import { useCallback, useEffect, useRef, useState } from 'react';
import { STEPS_PER_SECOND } from './messages.ts';

export interface Clock {
  /** Physics steps since the start; has a fraction while playing. */
  step: number;
  playing: boolean;
  speed: number;
  seek(step: number): void;
  toggle(): void;
  setSpeed(speed: number): void;
}

/** The time of a replay: goes on by itself until its end, and starts again from there. */
export function useClock(steps: number): Clock {
  const [step, setStep] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const now = useRef(0);
  now.current = step;

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
