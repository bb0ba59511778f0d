import type { Action, Needs, Policy } from '../../src/contracts/index.ts';

/** Does what it was told, a command at a time, looking with these cameras before each. */
export function told(actions: Action[], { cameras, size }: Pick<Needs, 'cameras' | 'size'>): Policy {
  return {
    id: 'told',
    settings: {},
    needs: { cameras, ...(size ? { size } : {}), action: 'qpos', peeks: 'nothing' },
    reset() {},
    act: ({ step }) => (actions[step] ? [actions[step]] : 'done'),
  };
}

export const expert: Policy = {
  id: 'expert',
  settings: {},
  needs: { cameras: [], action: 'qpos', peeks: 'truth' },
  reset() {},
  act: ({ step, peek }) => (step === 0 && peek ? peek.fetch(peek.truth ?? '') : 'done'),
};

/** The same way in many small commands, as learned policies give them: some eighty per episode. */
export function inSmallSteps(actions: Action[]): Action[] {
  let from: Action | undefined;
  return actions.flatMap((to) => {
    const begin = from ?? new Float64Array(14).fill(1, 6, 7).fill(1, 13);
    from = to;
    const pieces = 12;
    return Array.from({ length: pieces }, (_, i) =>
      begin.map((value, j) => value + (((to[j] ?? 0) - value) * (i + 1)) / pieces),
    );
  });
}
