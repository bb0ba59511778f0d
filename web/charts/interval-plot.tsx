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
  // All have names beside their dots, or none has; how much stands above a dot is each chart's own matter.
  const shapeFor = (width: number) =>
    shapeOf(like, width, details) === shapes.wide ? shapes.wide : highShapeOf(rows, width, details);
  return (
    <Chart
      label={label}
      table={table}
      height={(width) => top + rows.length * shapeFor(width).height + bottom + (more > 0 ? 20 : 0)}
    >
      {(width) => {
        const shape = shapeFor(width);
        const narrow = shape !== shapes.wide;
        const labels = narrow ? 0 : labelWidth(like);
        const numbers = narrow ? 0 : numberWidth(like, details);
        const [from, to] = [labels + 8, width - numbers - 8];
        const x = (value: number) =>
          from + ((clamp(value, domain) - domain[0]) / (domain[1] - domain[0])) * (to - from);
        const height = rows.length * shape.height;
        // Where names stand above their dots, lines leave them out.
        const sections = narrow
          ? rows.map((_, at) => [at * shape.height + shape.plot - 11, (at + 1) * shape.height])
          : [[-6, height]];
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
                {sections.map(([y1, y2]) => (
                  <line key={y1} className={`mark ${dashed ? 'dashed' : ''}`} x1={x(at)} x2={x(at)} y1={y1} y2={y2} />
                ))}
                <text className="accent middle" x={clamp(x(at), [4 * text.length, width - 4 * text.length])} y={-15}>
                  {text}
                </text>
              </g>
            ))}
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two keys may read the same
              <g key={`${at} ${row.key}`} transform={`translate(0 ${at * shape.height})`}>
                <Row row={row} x={x} width={width} labels={labels} shape={shape} details={details} />
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
  shape: PlotShape;
  /** Pixels at the right for the row's detail. */
  details: number;
}

function Row({ row, x, width, labels, shape, details }: RowProps) {
  const { height, plot: y } = shape;
  const { key, value, low, high, text, detail, mark, partly = [], bracket, side, href } = row;
  const name = clipText(key === '' ? '(none)' : key, shape === shapes.wide ? labels : width - 8);
  const drawn = (
    <g className={side ?? ''}>
      <title>{[`${key}: ${text} ${detail}`, ...partly.map(({ text }) => text)].join(', ')}</title>
      <rect className="hover" x={0} y={0} width={width} height={height} rx={3} />
      <text x={4} y={shape.name}>
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
      <text className="end" x={width - details} y={shape.numbers}>
        {text}
      </text>
      <text className="soft end" x={width - 4} y={shape.numbers}>
        {detail}
      </text>
    </g>
  );
  return href === undefined ? drawn : <a href={href}>{drawn}</a>;
}

/** Where things stand in a row, in pixels from its top. */
interface PlotShape {
  height: number;
  name: number;
  numbers: number;
  plot: number;
}

const shapes = {
  /** Side by side. */
  wide: { height: 30, name: 15, numbers: 15, plot: 15 },
  /** Name and numbers above the dot. */
  narrow: { height: 44, name: 12, numbers: 12, plot: 31 },
  /** The name above the numbers, where there is no room for it beside them. */
  tall: { height: 62, name: 12, numbers: 30, plot: 49 },
};

/** Pixels between names and numbers in which dots can be told apart. */
const LEAST_PLOT = 160;

/** @internal exported for its test */
export function shapeOf(rows: readonly IntervalRow[], width: number, details: number): PlotShape {
  const plot = width - labelWidth(rows) - numberWidth(rows, details) - 16;
  if (width >= 560 && labelWidth(rows) <= 0.36 * width && plot >= LEAST_PLOT) return shapes.wide;
  return highShapeOf(rows, width, details);
}

/** With names above their dots. */
function highShapeOf(rows: readonly IntervalRow[], width: number, details: number): PlotShape {
  const fits = ({ key, text }: IntervalRow) => 7.2 * key.length + 7 * text.length + details + 12 <= width;
  return rows.every(fits) ? shapes.narrow : shapes.tall;
}

function labelWidth(rows: readonly IntervalRow[]): number {
  return 20 + 7.2 * Math.max(0, ...rows.map(({ key }) => key.length));
}

/** The room of number and detail, at the end of a row. */
function numberWidth(rows: readonly IntervalRow[], details: number): number {
  return details + 7 * Math.max(20, ...rows.map(({ text }) => text.length));
}

function clamp(value: number, [least, most]: readonly [number, number]): number {
  return Math.min(most, Math.max(least, value));
}
