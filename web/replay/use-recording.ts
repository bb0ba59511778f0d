import { useEffect, useReducer, useState } from 'react';
import { messageOf } from '../../src/contracts/index.ts';
import type { ReplayJob, ReplayMessage } from './messages.ts';
import { openWorker } from './open-worker.ts';
import { Recording } from './recording.ts';

/** Does the episode again, in a thread of its own, and draws the page anew as it goes on. */
export function useRecording(job: ReplayJob): Recording {
  const [recording, setRecording] = useState(() => new Recording());
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const fresh = new Recording();
    setRecording(fresh);
    let worker: Worker | undefined;
    let left = false;
    const fail = (error: unknown) => {
      if (left) return;
      fresh.hear({ failure: messageOf(error) });
      refresh();
    };
    openWorker()
      .then((opened) => {
        worker = opened;
        if (left) return opened.terminate();
        opened.addEventListener('message', ({ data }: MessageEvent<ReplayMessage>) => {
          fresh.hear(data);
          refresh();
        });
        opened.addEventListener('error', ({ message }) => fail(message || 'the simulation could not be loaded'));
        opened.postMessage(job);
      })
      .catch(fail);
    return () => {
      left = true;
      worker?.terminate();
    };
  }, [job]);
  return recording;
}
