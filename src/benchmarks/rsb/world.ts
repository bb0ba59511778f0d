import type { ShownEpisode, World } from '../../contracts/index.ts';
import { TabletopWorld } from '../../sim/index.ts';
import type { RsbSample } from './sample.ts';
import type { Suite } from './suites.ts';
import { type Telling, wordingsFor } from './telling.ts';
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
    begin: async (sample, needs, opts) => tabletop.begin(sample.layout, taskOf(sample), needs, opts),
    play: (sample, policy, opts) => tabletop.play(sample.layout, taskOf(sample), policy, opts),
    demonstrate(sample, { telling, perturb, ...opts }) {
      const { layout, answer, seed } = sample;
      const trouble = perturb ? { perturb: { ...perturb, seed } } : {};
      const { moves, frames, disturbances } = tabletop.demonstrate(layout, answer, { ...opts, ...trouble });
      return {
        seed,
        frames,
        paths: moves,
        ...(perturb ? { disturbances } : {}),
        ...describeSample(suite, sample, telling),
      };
    },
    relabel(sample, log, { telling, perturb: _, ...opts }) {
      const { layout, answer, seed } = sample;
      const frames = tabletop.relabel(layout, answer, log, opts);
      return { seed, frames, paths: { left: [], right: [] }, ...describeSample(suite, sample, telling) };
    },
    close() {
      open.delete(blocks);
      tabletop.close();
    },
  };
}

/** What a set of demonstrations says about an episode: what was asked, how it is told, where the blocks lay. */
function describeSample(
  suite: Suite,
  { layout, answer, question, options, seed, index, cluster, groups }: RsbSample,
  telling: Telling = 'question',
): Pick<ShownEpisode, 'info' | 'semantics' | 'instructions'> {
  const { blocks, ...drawn } = layout;
  const colours = Object.fromEntries(blocks.map(({ label, colour }) => [label, colour]));
  return {
    ...wordingsFor({ suite, question, options, colours, answer, seed, telling }),
    semantics: {
      row: index,
      id: cluster,
      question,
      options,
      answer,
      ...(groups.category === undefined ? {} : { category: groups.category }),
      ...(telling === 'question' ? {} : { telling }),
      blocks: Object.fromEntries(blocks.map(({ label, ...block }) => [label, block])),
      ...(Object.keys(drawn).length > 0 ? { drawn } : {}),
    },
  };
}
