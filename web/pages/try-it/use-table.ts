import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { Episode } from '../../../src/contracts/index.ts';
import { Recording } from '../../replay/recording.ts';
import type { Trial } from '../../source/index.ts';
import type { Heat, SeenPixels, TryReply } from './messages.ts';
import type { AskThread } from './use-thread.ts';

export interface TableState {
  phase: 'laying' | 'ready' | 'acting' | 'over';
  seen?: SeenPixels;
  heat?: Heat;
  /** How long commands of the joints took, in milliseconds. */
  decided?: number;
  /** What it was told when it acted, and the block that this names. */
  told?: { text: string; target: string | undefined };
  /** What came of it. */
  episode?: Episode;
  failure?: string;
}

const laying: TableState = { phase: 'laying' };

/** A table, and a network that looks at it and acts at it in a thread. */
export function useTable(trial: Trial, ask: AskThread) {
  const [state, setState] = useState<TableState>(laying);
  const [recording, setRecording] = useState(() => new Recording());
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  const scene = useRef<Recording['scene']>(undefined);

  const hear = useCallback((fresh: Recording, reply: TryReply) => {
    if ('scene' in reply) {
      // The things of a table stay the same: who drew them need not begin anew.
      scene.current ??= reply.scene;
      fresh.scene = scene.current;
      refresh();
    } else if ('moments' in reply) {
      fresh.hear(reply);
      refresh();
    } else setState((before) => ({ ...before, ...changeBy(reply, before) }));
  }, []);

  const begin = useCallback(() => {
    const fresh = new Recording();
    setRecording(fresh);
    return fresh;
  }, []);

  const reset = useCallback(() => {
    const fresh = begin();
    setState(laying);
    ask({ do: 'lay', benchmark: trial.benchmark, sample: trial.sample }, (reply) => hear(fresh, reply));
  }, [ask, begin, hear, trial]);

  const act = useCallback(
    (text: string, target: string | undefined) => {
      const fresh = begin();
      setState(({ seen }) => ({ phase: 'acting', told: { text, target }, ...(seen ? { seen } : {}) }));
      ask({ do: 'act', text, target }, (reply) => hear(fresh, reply));
    },
    [ask, begin, hear],
  );

  const look = useCallback(
    (text: string) =>
      ask({ do: 'look', text }, (reply) => setState((before) => ({ ...before, ...changeBy(reply, before) }))),
    [ask],
  );

  useEffect(reset, [reset]);
  return useMemo(() => ({ state, recording, reset, act, look }), [state, recording, reset, act, look]);
}

function changeBy(reply: TryReply, { phase }: TableState): Partial<TableState> {
  if ('seen' in reply) return { ...(reply.seen ? { seen: reply.seen } : {}), phase: 'ready' };
  if ('heat' in reply) return { heat: reply.heat };
  if ('decided' in reply) return { decided: reply.decided };
  if ('ended' in reply) return { episode: reply.ended, phase: 'over' };
  if ('failure' in reply) return { failure: reply.failure, phase: 'over' };
  return { phase };
}
