import { type ReactNode, useRef } from 'react';
import type { Table } from '../../src/report/index.ts';
import { Menu } from '../parts/menu.tsx';
import { save } from '../parts/save.ts';
import { tableChoices } from '../parts/table-view.tsx';
import { useWidth } from '../parts/use-width.ts';
import { pngOf, svgText } from './export.ts';
import './chart.css';

interface Props {
  /** What it shows, for those who do not see it and for file names. */
  label: string;
  /** The same numbers as a table, to be taken along too. */
  table?: Table | undefined;
  height: (width: number) => number;
  children: (width: number) => ReactNode;
}

/** A drawing as wide as its place, which can be taken along. */
export function Chart({ label, table, height, children }: Props) {
  const [place, width] = useWidth<HTMLElement>();
  const svg = useRef<SVGSVGElement>(null);
  const take = (act: (drawn: SVGSVGElement) => void) => () => svg.current && act(svg.current);
  const chart = [
    {
      name: 'Chart as SVG',
      act: take((drawn) => save(`${label}.svg`, new Blob([svgText(drawn)], { type: 'image/svg+xml' }))),
    },
    { name: 'Chart as PNG', act: take(async (drawn) => save(`${label}.png`, await pngOf(drawn))) },
  ];
  const choices = [...chart, ...(table ? tableChoices(table, label) : [])];
  return (
    <figure className="chart" ref={place}>
      <div className="chart-menu">
        <Menu label={`Save ${label}`} choices={choices} />
      </div>
      {width > 0 && (
        <svg ref={svg} width={width} height={height(width)} aria-label={label}>
          {children(width)}
        </svg>
      )}
    </figure>
  );
}
