import { publishedTable, verifyTable } from '../../../src/report/index.ts';
import { Section } from '../../parts/section.tsx';
import { TableView } from '../../parts/table-view.tsx';
import { benchmarkOf, type Shown } from '../../rescore/use-scored.ts';
import type { RunHead } from '../../source/index.ts';

/** Numbers that others printed: on a page of their own, never in a column with ours but to be held against them. */
export function PublishedView({ head, shown }: { head: RunHead; shown: Shown | undefined }) {
  const benchmark = benchmarkOf(head);
  const summary = shown?.summary ?? head.summary;
  if (!benchmark) return null;
  const { spec } = head.run;
  const held = summary && verifyTable({ benchmark, spec, summary });
  return (
    <div className="overview published">
      {held && held.rows.length > 0 && (
        <Section title="Ours against theirs" className="whole">
          <TableView table={held} name={`${head.name}-published`} />
        </Section>
      )}
      <Section
        title="Printed by others"
        about="None of these numbers was measured here; each stands in the source named beside it."
        className="whole"
      >
        <TableView table={publishedTable(benchmark)} name={`${benchmark.id}-published`} />
      </Section>
    </div>
  );
}
