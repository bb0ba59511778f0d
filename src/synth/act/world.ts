import { type RsbSample, rsbWorld } from '../../benchmarks/index.ts';
import type { World } from '../../contracts/index.ts';

/** Commands that a policy has: as in the suites. */
const STEP_LIMIT = 400;

/** Where the episodes take place: a table for as many blocks as each has. */
export async function openWorld(): Promise<World<RsbSample>> {
  const { tabletopWorld, closeTabletops, worldVersion } = await rsbWorld();
  return {
    async play({ layout, instruction, answer }, policy, { unit, seed, timeoutMs, watch, track }) {
      const tabletop = await tabletopWorld(layout.blocks.length);
      const world = `${worldVersion} ${tabletop.engine}`;
      const task = { instruction, target: answer, stepLimit: STEP_LIMIT, world };
      const start = { instruction, unit, seed, stepLimit: STEP_LIMIT, timeoutMs };
      const onlookers = { ...(watch ? { watch } : {}), ...(track ? { track } : {}) };
      return tabletop.play(layout, task, policy, { start, timeoutMs, ...onlookers });
    },
    close: closeTabletops,
  };
}
