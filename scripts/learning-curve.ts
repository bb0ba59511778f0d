/** One measured number and its 95 % interval, in percent. */
export interface Point {
  at: number;
  value: number;
  low: number;
  high: number;
}

export interface Curve {
  name: string;
  points: readonly Point[];
}

const LEFT = 60;
const TOP = 48;
const WIDE = 520;
const HIGH = 300;

/** An axis from left to right: where it begins and ends, and what is marked on it. */
interface Across {
  name: string;
  scale: (value: number) => number;
  ends: readonly [number, number];
  marks: readonly number[];
}

/**
 * Curves in percent with their intervals; `chance` is a line at 0.
 * @example learningCurve({ title: 'nSG', across: { name: 'questions', scale: Math.log10, … }, curves, levels: [0, 50, 100] })
 */
export function learningCurve(opts: {
  title: string;
  across: Across;
  curves: readonly Curve[];
  /** From the lowest to the highest that is drawn. */
  levels: readonly number[];
  chance?: true;
}): string {
  const { title, across, curves, chance } = opts;
  const [least, most] = [across.scale(across.ends[0]), across.scale(across.ends[1])];
  const lowest = Math.min(...opts.levels);
  const x = (value: number) => LEFT + (WIDE * (across.scale(value) - least)) / (most - least);
  const y = (value: number) => TOP + (HIGH * (100 - Math.max(value, lowest))) / (100 - lowest);
  const fixed = (value: number) => value.toFixed(1);
  const levels = opts.levels.map(
    (level) =>
      `<path class="${chance && level === 0 ? 'chance' : 'grid'}" d="M${LEFT} ${fixed(y(level))}h${WIDE}"/><text x="${LEFT - 8}" y="${fixed(y(level) + 5)}" text-anchor="end">${level}</text>`,
  );
  const marks = across.marks.map(
    (value) =>
      `<path class="grid" d="M${fixed(x(value))} ${TOP}v${HIGH}"/><text x="${fixed(x(value))}" y="${TOP + HIGH + 20}" text-anchor="middle">${value.toLocaleString('en-US')}</text>`,
  );
  const drawn = curves.map(({ name, points }, n) => {
    const line = points.map(({ at, value }, i) => `${i === 0 ? 'M' : 'L'}${fixed(x(at))} ${fixed(y(value))}`).join('');
    // Curves with the same numbers of questions must not hide each other's intervals.
    const aside = 3 * (n - (curves.length - 1) / 2);
    const bars = points.map(
      ({ at, value, low, high }) =>
        `<path class="bar" d="M${fixed(x(at) + aside)} ${fixed(y(low))}V${fixed(y(high))}"/><circle cx="${fixed(x(at) + aside)}" cy="${fixed(y(value))}" r="4"/>`,
    );
    const key = `<path class="line" d="M${LEFT + WIDE + 20} ${TOP + 10 + 24 * n}h24"/><text x="${LEFT + WIDE + 52}" y="${TOP + 15 + 24 * n}">${name}</text>`;
    return `<g class="curve${n}"><path class="line" d="${line}"/>${bars.join('')}${key}</g>`;
  });
  const width = LEFT + WIDE + 240;
  const height = TOP + HIGH + 56;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}">
<style>
  text { font: 14px system-ui, sans-serif; fill: #24231f }
  .title { font-weight: 600 }
  .grid { stroke: #d8d4c8; fill: none }
  .chance { stroke: #c2570c; stroke-width: 2; stroke-dasharray: 5 3; fill: none }
  .line { stroke-width: 2; fill: none }
  .bar { stroke-width: 1.5 }
  .curve0 { stroke: #2f6f9f; fill: #2f6f9f }
  .curve1 { stroke: #a3488f; fill: #a3488f }
  .curve2 { stroke: #4a7c2c; fill: #4a7c2c }
  .curve3 { stroke: #8a6d1f; fill: #8a6d1f }
  g text { stroke: none; fill: #24231f }
  @media (prefers-color-scheme: dark) {
    text, g text { fill: #e4e2dc }
    .grid { stroke: #3a3e42 }
    .chance { stroke: #f0964b }
    .curve0 { stroke: #5b9fd0; fill: #5b9fd0 }
    .curve1 { stroke: #d483c3; fill: #d483c3 }
    .curve2 { stroke: #8cc46a; fill: #8cc46a }
    .curve3 { stroke: #d9b95b; fill: #d9b95b }
  }
</style>
<text class="title" x="${LEFT}" y="26">${title}</text>
${[...levels, ...marks, ...drawn].join('\n')}
<text x="${LEFT + WIDE / 2}" y="${height - 8}" text-anchor="middle">${across.name}</text>
${chance ? `<text x="${LEFT + WIDE + 4}" y="${fixed(y(0) + 5)}">chance</text>\n` : ''}</svg>
`;
}
