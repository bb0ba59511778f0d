import type { Action, Policy } from '../../contracts/index.ts';

/** Plays back stored commands, as long each as they lasted. */
export function replayPolicy({ actions, every }: { actions: Action[]; every?: number }): Policy {
  return {
    id: 'policy/replay',
    needs: { cameras: [], action: 'either', ...(every === undefined ? {} : { every }), peeks: 'nothing' },
    settings: {},
    reset() {},
    act: ({ step }) => (step === 0 && actions.length > 0 ? actions : 'done'),
  };
}

/** Fetches the block with this label: acts for a model that only chose. */
export function handsPolicy(label: string): Policy {
  return {
    id: 'policy/hands',
    needs: { cameras: [], action: 'qpos', peeks: 'hands' },
    settings: { label },
    reset() {},
    act: ({ step, peek }) => (step === 0 && peek ? peek.fetch(label) : 'done'),
  };
}
