import type { Metric, Summary } from '../../../src/contracts/index.ts';
import { benchmarkLabel } from '../../../src/report/index.ts';
import { naturalOrder } from '../../../src/stats/index.ts';
import { benchmarkOf } from '../../rescore/use-scored.ts';
import type { RunHead } from '../../source/index.ts';
import { byAbility } from '../all-runs/order.ts';

/** A run and its headline. */
export interface LatestAbility {
  /** Of the benchmark. */
  name: string;
  /** The same with what was changed of it, which makes it another one. */
  title: string;
  head: RunHead & { summary: Summary };
  metric: Metric;
}

/** The latest run of each benchmark: pointing, views, motion, acting; controls measure something else. */
export function latestRuns(heads: readonly RunHead[]): LatestAbility[] {
  const own = heads.flatMap(({ summary, ...head }) =>
    summary && summary.control === undefined && summary.missing < summary.units ? [{ ...head, summary }] : [],
  );
  return [...Map.groupBy(own, ({ summary }) => benchmarkLabel(summary))]
    .flatMap(([label, runs]) => {
      const head = runs.toSorted((a, b) => naturalOrder(b.changed, a.changed))[0];
      const metric = head?.summary.metrics[0];
      if (!head || !metric) return [];
      const name = benchmarkOf(head)?.title ?? head.run.spec.benchmark;
      return [{ name, title: label === head.run.spec.benchmark ? name : label, head, metric }];
    })
    .sort((a, b) => byAbility(a.head.summary, b.head.summary));
}
