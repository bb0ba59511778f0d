import { useRef } from 'react';
import { at, count } from '../../src/util/index.ts';
import type { Histogram as Spread } from '../source/index.ts';
import './histogram.css';

interface Props {
  of: Spread;
  /** How many of what is shown lie in each bin. */
  shown: readonly number[];
  /** `10..50`; empty: everything. */
  range: string;
  onRange(range: string): void;
}

const HEIGHT = 34;

/** How a measure is spread, to be filtered by: drag over the bars, or move the ends of the range. */
export function Histogram({ of: { name, unit, edges, counts }, shown, range, onRange }: Props) {
  const place = useRef<SVGSVGElement>(null);
  const begun = useRef<number>(undefined);
  const bins = counts.length;
  const [first, last] = binsOf(range, edges);
  const most = Math.max(1, ...counts);
  const choose = (a: number, b: number) => onRange(rangeOf(edges, Math.min(a, b), Math.max(a, b)));
  const binAt = (clientX: number) => {
    const { left = 0, width = 1 } = place.current?.getBoundingClientRect() ?? {};
    return Math.min(bins - 1, Math.max(0, Math.floor(((clientX - left) / width) * bins)));
  };
  const words = `${numberOf(at(edges, first))} – ${numberOf(at(edges, last + 1))}${unit === '' ? '' : ` ${unit}`}`;
  return (
    <fieldset className={range === '' ? 'histogram' : 'histogram is-set'}>
      <legend>
        {name} <span className="muted">{words}</span>
      </legend>
      <svg
        ref={place}
        viewBox={`0 0 ${bins} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          begun.current = binAt(event.clientX);
          choose(begun.current, begun.current);
        }}
        onPointerMove={({ clientX }) => begun.current !== undefined && choose(begun.current, binAt(clientX))}
        onPointerUp={() => {
          begun.current = undefined;
        }}
        onPointerCancel={() => {
          begun.current = undefined;
        }}
        onDoubleClick={() => onRange('')}
      >
        <rect className="histogram-ground" width={bins} height={HEIGHT} />
        {counts.map((n, bin) => {
          const inside = bin >= first && bin <= last;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: bins have no other name
            <g key={bin} className={inside ? '' : 'is-out'}>
              <title>{`${numberOf(at(edges, bin))} to ${numberOf(at(edges, bin + 1))}: ${count(n)}`}</title>
              <Bar className="all" bin={bin} height={heightOf(n, most)} />
              <Bar className="shown" bin={bin} height={heightOf(shown[bin] ?? 0, most)} />
            </g>
          );
        })}
      </svg>
      <div className="histogram-ends">
        <input
          type="range"
          aria-label={`${name}: from`}
          aria-valuetext={numberOf(at(edges, first))}
          min={0}
          max={bins - 1}
          value={first}
          onChange={({ target }) => choose(Math.min(last, Number(target.value)), last)}
        />
        <input
          type="range"
          aria-label={`${name}: to`}
          aria-valuetext={numberOf(at(edges, last + 1))}
          min={0}
          max={bins - 1}
          value={last}
          onChange={({ target }) => choose(first, Math.max(first, Number(target.value)))}
        />
      </div>
    </fieldset>
  );
}

function Bar({ className, bin, height }: { className: string; bin: number; height: number }) {
  return <rect className={className} x={bin + 0.06} width={0.88} y={HEIGHT - height} height={height} />;
}

/** A single one is still seen beside a thousand. */
function heightOf(n: number, most: number): number {
  return n === 0 ? 0 : Math.max(2, (n / most) * HEIGHT);
}

/**
 * A range without an end where everything on that side is in it.
 * @example rangeOf([0, 1, 2, 5], 1, 2) // '1..'
 */
function rangeOf(edges: readonly number[], first: number, last: number): string {
  const [from, to] = [first === 0 ? '' : at(edges, first), last === edges.length - 2 ? '' : at(edges, last + 1)];
  return from === '' && to === '' ? '' : `${from}..${to}`;
}

/** The first and the last bin of a range; an address may have any numbers. */
function binsOf(range: string, edges: readonly number[]): [first: number, last: number] {
  const [from = '', to = ''] = range.split('..');
  const bins = edges.length - 1;
  const first = from === '' ? 0 : edges.findLastIndex((edge) => edge <= Number(from));
  const end = to === '' ? bins : edges.findIndex((edge) => edge >= Number(to));
  const begin = Math.min(bins - 1, Math.max(0, first));
  return [begin, Math.max(begin, (end < 0 ? bins : end) - 1)];
}

/** @example numberOf(1234.5) // '1,235'; numberOf(0.1234) // '0.12' */
function numberOf(value: number): string {
  return Math.abs(value) >= 100 ? count(Math.round(value)) : String(Number(value.toPrecision(2)));
}
