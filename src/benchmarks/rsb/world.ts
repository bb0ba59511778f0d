import type { World } from '../../contracts/index.ts';
import { TabletopWorld } from '../../sim/index.ts';
import { allInstructions, placeholders } from './instructions.ts';
import type { RsbSample } from './sample.ts';
import type { Suite } from './suites.ts';
import { worldVersion } from './version.ts';

export { worldVersion };

const open = new Map<number, Promise<TabletopWorld>>();

/** The tabletop of this thread for so many blocks; all callers share one. */
export function tabletopWorld(blocks: number): Promise<TabletopWorld> {
  const known = open.get(blocks) ?? TabletopWorld.open(blocks);
  open.set(blocks, known);
  return known;
}

/** Closes all of them. One that failed to open needs no closing; its caller got the error. */
export function closeTabletops(): void {
  for (const world of open.values())
    world.then(
      (tabletop) => tabletop.close(),
      () => {},
    );
  open.clear();
}

/** Where the episodes of a suite take place. */
export async function openWorld(suite: Suite): Promise<World<RsbSample>> {
  const { blocks, stepLimit } = suite;
  const tabletop = await tabletopWorld(blocks);
  const world = `${worldVersion} ${tabletop.engine}`;
  const taskOf = ({ instruction, answer, condition }: RsbSample) => ({
    instruction,
    target: answer,
    stepLimit,
    world,
    ...(condition === 'no-picture' && { blind: true as const }),
  });
  return {
    begin: async (sample, needs) => tabletop.begin(sample.layout, taskOf(sample), needs),
    play: (sample, policy, opts) => tabletop.play(sample.layout, taskOf(sample), policy, opts),
    demonstrate({ layout, answer, question, options, seed, index, cluster, groups }, opts) {
      const { arm, moves, frames } = tabletop.demonstrate(layout, answer, opts);
      const colours = Object.fromEntries(layout.blocks.map(({ label, colour }) => [label, colour]));
      const about = { suite, question, options, colours, seed };
      return {
        seed,
        frames,
        paths: { left: arm === 'left' ? moves : [], right: arm === 'right' ? moves : [] },
        info: placeholders(about),
        semantics: {
          row: index,
          id: cluster,
          question,
          options,
          answer,
          ...(groups.category === undefined ? {} : { category: groups.category }),
          blocks: Object.fromEntries(layout.blocks.map(({ label, ...block }) => [label, block])),
        },
        instructions: {
          seen: allInstructions({ ...about, split: 'seen' }),
          unseen: allInstructions({ ...about, split: 'unseen' }),
        },
      };
    },
    close() {
      open.delete(blocks);
      tabletop.close();
    },
  };
}
