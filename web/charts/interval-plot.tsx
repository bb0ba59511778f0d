import type { Table } from '../../src/report/index.ts';
import { Chart, clipText } from './chart.tsx';

/**
 * Round numbers within a domain, about so many.
 * @example ticksOf([0, 1], 5) // [0, 0.2, 0.4, 0.6, 0.8, 1]
 * @internal exported for its test
 */
export function ticksOf([from, to]: readonly [number, number], about: number): number[] {
  const rough = (to - from) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find((times) => times * power >= rough * 0.999) ?? 10);
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  // Through a whole number of thousandths, because 3 * 0.1 is not 0.3.
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(10)));
}

export interface IntervalRow {
  key: string;
  /** Null where nothing could be measured. */
  value: number | null;
  low: number | null;
  high: number | null;
  /** Beside the plot: the number, and how many units are behind it. */
  text: string;
  detail: string;
  /** What errors leave the value between, where they leave it open. */
  bracket?: { from: number; to: number };
  /** A mark of the row's own, for example its chance level. */
  mark?: number | undefined;
  /** Marks of those who know only part of the scene, with what they say. */
  partly?: readonly { at: number; text: string }[];
  /** Draws in the colour of who is ahead. */
  side?: 'better' | 'worse' | undefined;
  href?: string;
}

interface Props {
  label: string;
  table?: Table | undefined;
  rows: readonly IntervalRow[];
  /** The rows of all plots that are read against each other: names and numbers take the same room in each, so that scales agree. */
  like?: readonly IntervalRow[];
  domain: readonly [number, number];
  format: (value: number) => string;
  /** Lines through all rows. */
  lines?: readonly { at: number; text: string; dashed?: boolean }[];
}

const bottom = 30;
/** With more rows than this no chart is drawn. */
const MOST_ROWS = 80;

/** Dots with their intervals, one row each, on a common scale: categories, or differences between runs. */
export function IntervalPlot({ label, table, rows: all, like = all, domain, format, lines = [] }: Props) {
  const rows = all.slice(0, MOST_ROWS);
  const more = all.length - rows.length;
  const top = lines.length > 0 ? 26 : 8;
  const details = 18 + 7 * Math.max(3, ...like.map(({ detail }) => detail.length));
  const rowHeight = (width: number) => (isNarrow(like, width) ? 44 : 30);
  return (
    <Chart
      label={label}
      table={table}
      height={(width) => top + rows.length * rowHeight(width) + bottom + (more > 0 ? 20 : 0)}
    >
      {(width) => {
        const narrow = isNarrow(like, width);
        const labels = narrow ? 0 : labelWidth(like);
        const numbers = narrow ? 0 : details + 7 * Math.max(20, ...like.map(({ text }) => text.length));
        const [from, to] = [labels + 8, width - numbers - 8];
        const x = (value: number) =>
          from + ((clamp(value, domain) - domain[0]) / (domain[1] - domain[0])) * (to - from);
        const height = rows.length * rowHeight(width);
        return (
          <g transform={`translate(0 ${top})`}>
            {ticksOf(domain, narrow ? 4 : 6).map((tick) => (
              <g key={tick}>
                <line className="rule" x1={x(tick)} x2={x(tick)} y1={0} y2={height} />
                <text className="soft middle" x={x(tick)} y={height + 14}>
                  {format(tick)}
                </text>
              </g>
            ))}
            {more > 0 && <text className="soft" x={4} y={height + 36}>{`… and ${more} more, in the table`}</text>}
            {lines.map(({ at, text, dashed }) => (
              <g key={text}>
                <line className={`mark ${dashed ? 'dashed' : ''}`} x1={x(at)} x2={x(at)} y1={-6} y2={height} />
                <text className="accent middle" x={x(at)} y={-15}>
                  {text}
                </text>
              </g>
            ))}
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two keys may read the same
              <g key={`${at} ${row.key}`} transform={`translate(0 ${at * rowHeight(width)})`}>
                <Row
                  row={row}
                  x={x}
                  width={width}
                  labels={labels}
                  height={rowHeight(width)}
                  narrow={narrow}
                  details={details}
                />
              </g>
            ))}
          </g>
        );
      }}
    </Chart>
  );
}

interface RowProps {
  row: IntervalRow;
  x: (value: number) => number;
  width: number;
  labels: number;
  height: number;
  narrow: boolean;
  /** Pixels at the right for the row's detail. */
  details: number;
}

function Row({ row, x, width, labels, height, narrow, details }: RowProps) {
  const y = narrow ? 31 : height / 2;
  const { key, value, low, high, text, detail, mark, partly = [], bracket, side, href } = row;
  const name = clipText(key === '' ? '(none)' : key, narrow ? width - details - 7 * text.length - 12 : labels);
  const drawn = (
    <g className={side ?? ''}>
      <title>{[`${key}: ${text} ${detail}`, ...partly.map(({ text }) => text)].join(', ')}</title>
      <rect className="hover" x={0} y={0} width={width} height={height} rx={3} />
      <text x={4} y={narrow ? 12 : y}>
        {name}
      </text>
      {partly.map(({ at, text }) => (
        <line key={text} className="mark partly" x1={x(at)} x2={x(at)} y1={y - 9} y2={y + 9}>
          <title>{text}</title>
        </line>
      ))}
      {mark !== undefined && <line className="mark" x1={x(mark)} x2={x(mark)} y1={y - 7} y2={y + 7} />}
      {low !== null && high !== null && <line className="range" x1={x(low)} x2={x(high)} y1={y} y2={y} />}
      {low !== null && <line className="range" x1={x(low)} x2={x(low)} y1={y - 4} y2={y + 4} />}
      {high !== null && <line className="range" x1={x(high)} x2={x(high)} y1={y - 4} y2={y + 4} />}
      {bracket && <line className="bracket" x1={x(bracket.from)} x2={x(bracket.to)} y1={y} y2={y} />}
      {value !== null && <circle className="dot" cx={x(value)} cy={y} r={4.5} />}
      <text className="end" x={width - details} y={narrow ? 12 : y}>
        {text}
      </text>
      <text className="soft end" x={width - 4} y={narrow ? 12 : y}>
        {detail}
      </text>
    </g>
  );
  return href === undefined ? drawn : <a href={href}>{drawn}</a>;
}

/** Names stand above their dots where there is no room for both side by side. */
function isNarrow(rows: readonly IntervalRow[], width: number): boolean {
  return width < 560 || labelWidth(rows) > 0.36 * width;
}

function labelWidth(rows: readonly IntervalRow[]): number {
  return 20 + 7.2 * Math.max(0, ...rows.map(({ key }) => key.length));
}

function clamp(value: number, [least, most]: readonly [number, number]): number {
  return Math.min(most, Math.max(least, value));
}
