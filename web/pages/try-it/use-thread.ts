import { useCallback, useEffect, useRef } from 'react';
import { messageOf } from '../../../src/contracts/index.ts';
import type { ReferenceHead } from '../../source/index.ts';
import type { TryReply, TryRequest, Turned } from './messages.ts';

/** Asks the thread for something; answers come to `hear` until the next request. */
export type AskThread = (request: TryRequest, hear: (reply: TryReply) => void) => void;

/** The thread of a network: opened with the page, ended with it. @param fail told when it cannot be loaded */
export function useThread(reference: ReferenceHead, fail: (message: string) => void): AskThread {
  const thread = useRef<{ worker: Worker; listeners: Map<number, (reply: TryReply) => void> }>(undefined);
  const turn = useRef(0);
  const failed = useRef(fail);
  failed.current = fail;

  const ask = useCallback<AskThread>((request, hear) => {
    if (!thread.current) return;
    turn.current += 1;
    thread.current.listeners.set(turn.current, hear);
    thread.current.worker.postMessage({ ...request, turn: turn.current } satisfies Turned<TryRequest>);
  }, []);

  useEffect(() => {
    const listeners = new Map<number, (reply: TryReply) => void>();
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Turned<TryReply>>) => listeners.get(data.turn)?.(data));
    worker.addEventListener('error', ({ message }) =>
      failed.current(message || 'the network’s thread cannot be loaded'),
    );
    thread.current = { worker, listeners };
    try {
      ask({ do: 'open', reference, base: document.baseURI }, (reply) => {
        if ('failure' in reply) failed.current(reply.failure);
      });
    } catch (error) {
      failed.current(messageOf(error));
    }
    return () => {
      worker.terminate();
      thread.current = undefined;
    };
  }, [reference, ask]);
  return ask;
}
