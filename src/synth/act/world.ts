import { type RsbSample, rsbWorld } from '../../benchmarks/index.ts';
import type { World } from '../../contracts/index.ts';

/** Commands that a policy has: as in the suites. */
const STEP_LIMIT = 400;

/** Where the episodes take place: a table for as many blocks as each has. */
export async function openWorld(): Promise<World<RsbSample>> {
  const { tabletopWorld, closeTabletops, worldVersion } = await rsbWorld();
  const set = async ({ layout, instruction, answer }: RsbSample) => {
    const tabletop = await tabletopWorld(layout.blocks.length);
    const world = `${worldVersion} ${tabletop.engine}`;
    return { tabletop, task: { instruction, target: answer, stepLimit: STEP_LIMIT, world } };
  };
  return {
    async begin(sample, needs) {
      const { tabletop, task } = await set(sample);
      return tabletop.begin(sample.layout, task, needs);
    },
    async play(sample, policy, opts) {
      const { tabletop, task } = await set(sample);
      return tabletop.play(sample.layout, task, policy, opts);
    },
    close: closeTabletops,
  };
}
