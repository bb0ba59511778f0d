import type { Metric } from '../contracts/index.ts';
import { at } from '../util/index.ts';
import { bracket, interval, percent } from './format.ts';
import { isOpen, limitsOf } from './metric-cells.ts';
import { textWidth } from './plain-text.ts';

/** One ability and its headline. */
export interface Ability {
  name: string;
  metric: Metric | undefined;
}

/** A number's place on a scale of 0 … 1: grounding below zero is shown at zero, its text says what it is. */
function onScale(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** What stands beside a bar. @example '62.3 [55.1, 69.0], chance 25.0' */
function words(metric: Metric | undefined): string {
  if (!metric || metric.value === null) return metric?.method ?? 'nothing measured';
  const { value, worst, best, chance, errors = 0 } = metric;
  const limits = limitsOf(metric);
  const range = limits === null ? '' : ` ${interval(limits.low, limits.high)}`;
  const open = isOpen(metric) && worst !== undefined && best !== undefined;
  return `${open ? bracket(worst, best, errors) : percent(value)}${range}${chance === undefined ? '' : `, chance ${percent(chance)}`}`;
}

/** What a bar claims: no more than is sure where errors leave the score open. */
function filledTo(metric: Metric | undefined): number | null {
  if (metric === undefined) return null;
  return isOpen(metric) ? (metric.worst ?? null) : metric.value;
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/**
 * Bars for a terminal: the score filled, the interval as a line behind it, chance as a mark.
 * @example profileText([{ name: 'point', metric }], 60)
 */
export function profileText(abilities: readonly Ability[], width = 50): string {
  const longest = Math.max(0, ...abilities.map(({ name }) => name.length));
  const partly = abilities.some(({ metric }) => metric?.ablated) ? '  ╎ part of the scene' : '';
  const lines = abilities.map(({ name, metric }) => `${name.padEnd(longest)}  ${bar(metric, width)}  ${words(metric)}`);
  return `${lines.join('\n')}\n${''.padEnd(longest)}  ${'0'.padEnd(width - 3)}100  █ score  ─ interval  │ chance${partly}\n`;
}

function bar(metric: Metric | undefined, width: number): string {
  const cells = Array.from({ length: width }, () => ' ');
  const value = filledTo(metric);
  if (metric === undefined || value === null) return cells.join('');
  const cellOf = (part: number) => Math.min(width - 1, Math.floor(onScale(part) * width));
  const { chance, ablated = {} } = metric;
  const limits = limitsOf(metric);
  if (limits !== null) for (let i = cellOf(limits.low); i <= cellOf(limits.high); i += 1) cells[i] = '─';
  const filled = onScale(value) * width;
  for (let i = 0; i < Math.floor(filled); i += 1) cells[i] = '█';
  const rest = at(EIGHTHS, Math.floor((filled % 1) * 8));
  if (rest !== '') cells[Math.floor(filled)] = rest;
  for (const part of Object.values(ablated)) cells[cellOf(part)] = '╎';
  if (chance !== undefined) cells[cellOf(chance)] = '│';
  return cells.join('');
}

const ROW = 44;
const LEFT = 130;
const SCALE = 420;
/** No digit or letter of a 14-pixel system font is wider on average; a picture cannot measure its own text. */
const WIDE = 7.8;

/** The same as a picture of its own, for light and dark pages. */
export function profileSvg(title: string, abilities: readonly Ability[]): string {
  const height = 70 + ROW * abilities.length;
  const longest = Math.max(0, ...abilities.map(({ metric }) => textWidth(words(metric))));
  const width = Math.ceil(Math.max(LEFT + SCALE + 28 + longest * WIDE, 32 + textWidth(title) * WIDE));
  const x = (value: number) => (LEFT + SCALE * onScale(value)).toFixed(1);
  const rows = abilities.map(({ name, metric }, n) => {
    const y = 56 + ROW * n;
    const { chance, ablated = {}, worst, best } = metric ?? {};
    const value = filledTo(metric);
    const limits = metric ? limitsOf(metric) : null;
    return [
      `<text x="${LEFT - 12}" y="${y + 13}" text-anchor="end">${escaped(name)}</text>`,
      `<rect class="track" x="${LEFT}" y="${y}" width="${SCALE}" height="18" rx="2"/>`,
      value === null
        ? ''
        : `<rect class="score" x="${LEFT}" y="${y}" width="${(SCALE * onScale(value)).toFixed(1)}" height="18" rx="2"/>`,
      limits === null
        ? ''
        : `<path class="interval" d="M${x(limits.low)} ${y + 9}H${x(limits.high)}M${x(limits.low)} ${y + 4}v10M${x(limits.high)} ${y + 4}v10"/>`,
      worst === undefined || best === undefined ? '' : `<path class="bracket" d="M${x(worst)} ${y + 9}H${x(best)}"/>`,
      ...Object.entries(ablated).map(
        ([part, value]) =>
          `<path class="partly" d="M${x(value)} ${y - 4}v26"><title>${escaped(part)} ${percent(value)}</title></path>`,
      ),
      chance === undefined ? '' : `<path class="chance" d="M${x(chance)} ${y - 4}v26"/>`,
      `<text class="number" x="${LEFT + SCALE + 12}" y="${y + 13}">${escaped(words(metric))}</text>`,
    ].join('');
  });
  const isPartly = abilities.some(({ metric }) => metric?.ablated);
  const legend = isPartly
    ? `<text x="${LEFT + SCALE / 2}" y="${height - 6}" text-anchor="middle">dotted: part of the scene alone</text>`
    : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>
  text { font: 14px system-ui, sans-serif; fill: #24231f }
  .title { font-weight: 600 }
  .number { font-variant-numeric: tabular-nums }
  .track { fill: #ebe8df }
  .score { fill: #2f6f9f }
  .interval { stroke: #24231f; fill: none; stroke-width: 1.5 }
  .bracket { stroke: #a3488f; stroke-width: 5 }
  .chance { stroke: #c2570c; stroke-width: 2; stroke-dasharray: 3 2 }
  .partly { stroke: #c2570c; stroke-width: 1; stroke-dasharray: 1 2 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e4e2dc }
    .track { fill: #2e3134 }
    .score { fill: #5b9fd0 }
    .interval { stroke: #e4e2dc }
    .chance, .partly { stroke: #f0964b }
  }
</style>
<text class="title" x="16" y="30">${escaped(title)}</text>
${rows.join('\n')}
<text class="number" x="${LEFT}" y="${height - 6}">0</text><text class="number" x="${LEFT + SCALE}" y="${height - 6}" text-anchor="end">100</text>${legend}
</svg>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
