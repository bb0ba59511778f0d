import type { Summary } from '../../../src/contracts/index.ts';
import { benchmarkLabel } from '../../../src/report/index.ts';
import { naturalOrder } from '../../../src/stats/index.ts';
import { benchmarkOf } from '../../rescore/use-scored.ts';
import type { RunHead } from '../../source/index.ts';
import { byAbility } from '../all-runs/order.ts';

/** A run that came to something. */
export type ScoredHead = RunHead & { summary: Summary };

/** Runs of the same task under the same recipe, best first: what may stand on one scale. */
export interface HeadGroup {
  key: string;
  title: string;
  heads: ScoredHead[];
}

/** Controls measure something else and are left out; of a contestant that played twice, the latest run counts. */
export function groupsOf(heads: readonly RunHead[]): HeadGroup[] {
  const scored = heads.flatMap(({ summary, ...head }) =>
    summary?.metrics[0] && summary.control === undefined ? [{ ...head, summary }] : [],
  );
  const keyOf = ({ summary }: ScoredHead) => `${benchmarkLabel(summary)} ${summary.protocol.hash}`;
  const groups = [
    ...Map.groupBy(
      scored.toSorted((a, b) => byAbility(a.summary, b.summary)),
      keyOf,
    ),
  ];
  const ids = groups.map(([, [head]]) => head?.run.spec.benchmark);
  return groups.flatMap(([key, all]) => {
    const [first] = all;
    if (!first) return [];
    const alone = ids.filter((id) => id === first.run.spec.benchmark).length === 1;
    const label = `${benchmarkLabel(first.summary)}, ${first.summary.protocol.id}`;
    return [{ key, title: alone ? (benchmarkOf(first)?.title ?? label) : label, heads: latestOf(all).sort(byScore) }];
  });
}

function latestOf(heads: readonly ScoredHead[]): ScoredHead[] {
  const latest = new Map<string, ScoredHead>();
  for (const head of heads.toSorted((a, b) => naturalOrder(a.changed, b.changed)))
    latest.set(head.run.spec.model.id, head);
  return [...latest.values()];
}

const byScore = (a: ScoredHead, b: ScoredHead) =>
  (b.summary.metrics[0]?.value ?? -1) - (a.summary.metrics[0]?.value ?? -1) || naturalOrder(a.name, b.name);

/** Those who had to find the answers themselves. */
export function untold({ heads }: HeadGroup): ScoredHead[] {
  return heads.filter(({ summary }) => !summary.readsTruth);
}
