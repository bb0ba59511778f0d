/**
 * A policy of your own: `sextant run rsb-math-4 --policy ./examples/my-policy.ts --limit 5`.
 * It declares what it wants to see and how it acts, is told the instruction, and returns the next commands. This one waves.
 */
import type { Policy } from '../src/contracts/index.ts';

export function createPolicy(): Policy {
  let instruction = '';
  return {
    id: 'waving',
    needs: { cameras: ['head_camera'], action: 'qpos', peeks: 'nothing' },
    settings: { reach: 0.3 },
    reset(start) {
      instruction = start.instruction;
    },
    act({ images, state, step }) {
      const picture = images.head_camera;
      if (!picture || instruction === '') throw new Error('a real policy would look and listen');
      if (step >= 20) return 'done';
      const wave = state.slice();
      // Six joints and the gripper of the left arm come first: its base turns to the left and to the right.
      wave[0] = step % 2 === 0 ? 0.3 : -0.3;
      return [wave];
    },
  };
}
