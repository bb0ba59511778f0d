import { useMemo } from 'react';
import type { Benchmark, UnitResult } from '../../../src/contracts/index.ts';
import { Section } from '../../parts/section.tsx';
import { SheetView } from './sheet-view.tsx';

interface Props {
  benchmark: Benchmark | undefined;
  results: readonly UnitResult[];
  /** Of the run, for files. */
  name: string;
}

/** What the benchmark itself has to say about these answers. */
export function Diagnostics({ benchmark, results, name }: Props) {
  const sheets = useMemo(
    () => (benchmark?.diagnose?.(results) ?? []).filter(({ rows }) => rows.length > 0),
    [benchmark, results],
  );
  const printed = useMemo(() => benchmark?.printOfficial?.(results), [benchmark, results]);
  if (sheets.length === 0 && printed === undefined) return null;
  return (
    <Section title="Diagnostics" about="What explains the number." className="whole">
      <div className="sheets">
        {sheets.map((sheet) => (
          <SheetView key={sheet.name} sheet={sheet} name={`${name}-${sheet.name}`} />
        ))}
      </div>
      {printed !== undefined && (
        <details>
          <summary>What the authors’ own script prints for these answers</summary>
          <pre className="printed">{printed}</pre>
        </details>
      )}
    </Section>
  );
}
