import { useEffect, useRef, useState } from 'react';
import { STEPS_PER_SECOND } from '../../replay/messages.ts';
import type { Recording } from '../../replay/recording.ts';

/**
 * The moment that is shown of a recording that still grows: as fast as time goes by, and never further than what is known.
 * Begins anew with every recording.
 */
export function useFollow(recording: Recording, speed: number): number {
  const [step, setStep] = useState(0);
  const now = useRef({ step: 0, speed });
  now.current.speed = speed;
  useEffect(() => {
    now.current.step = 0;
    setStep(0);
    let last = performance.now();
    let request = requestAnimationFrame(function tick(time) {
      const known = recording.steps.at(-1) ?? 0;
      const next = Math.min(known, now.current.step + ((time - last) / 1000) * STEPS_PER_SECOND * now.current.speed);
      last = time;
      if (next !== now.current.step) setStep(next);
      now.current.step = next;
      request = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(request);
  }, [recording]);
  return step;
}
