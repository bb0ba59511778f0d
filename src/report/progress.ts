import { isError, Outcome } from '../contracts/index.ts';
import { byteSize, count, plural } from '../util/index.ts';
import { dollars, duration, tokens } from './format.ts';
import { clip, oneLine, safeText, textWidth } from './plain-text.ts';

/** How far a run has come. */
export interface ProgressState {
  done: number;
  total: number;
  /** Units per second, where the caller knows it better than the reporter's own estimate. */
  rate?: number;
  /** What is counted, when it is not units. */
  unit?: 'bytes';
  outcomes?: Partial<Record<Outcome, number>>;
  tokens?: number;
  /** US dollars; null when the price is unknown. */
  cost?: number | null;
  concurrency?: number;
  /** What is going on: `waiting 30 s: rate limited`. */
  note?: string;
  /** Which of several runs this is: `run 2 of 13`. */
  stop?: string;
}

const short: Record<Outcome, (n: number) => string> = {
  answered: (n) => `${count(n)} ok`,
  unparsed: (n) => `${count(n)} unparsed`,
  refused: (n) => `${count(n)} refused`,
  truncated: (n) => `${count(n)} cut off`,
  provider_error: (n) => plural(n, 'error'),
  sim_error: (n) => plural(n, 'sim error'),
};

/** How amounts and speeds are written, by what is counted. */
const written = {
  units: { amount: count, speed: (rate: number) => rate.toFixed(rate < 1 ? 2 : 1) },
  bytes: { amount: byteSize, speed: byteSize },
};

/** Higher goes first when the line is too long; 0 stays. */
interface LinePart {
  text: string;
  rank: number;
  color?: 'red' | 'green' | 'yellow' | 'dim';
}

function segments(state: ProgressState, rate: number | undefined): LinePart[] {
  const { done, total, outcomes = {}, tokens: used, cost, concurrency } = state;
  const { amount, speed } = written[state.unit ?? 'units'];
  const share = total === 0 ? 100 : Math.floor((100 * done) / total);
  const eta = done >= total ? 0 : rate ? (total - done) / rate : undefined;
  const kinds = Outcome.options.filter((kind) => (outcomes[kind] ?? 0) > 0);
  // Nothing is counted yet: only what is being done.
  if (total === 0 && state.note)
    return [state.stop ?? '', state.note].filter(Boolean).map((text) => ({ text: oneLine(text), rank: 0 }));
  return [
    ...(state.stop ? [{ text: oneLine(state.stop), rank: 0 }] : []),
    { text: `${amount(done).padStart(amount(total).length)}/${amount(total)}`, rank: 0 },
    { text: `${String(share).padStart(3)} %`, rank: 2 },
    { text: rate ? `${speed(rate)}/s` : '–/s', rank: 5 },
    { text: `ETA ${eta === undefined ? '–' : duration(eta)}`, rank: 3 },
    ...kinds.map((kind) => ({
      text: short[kind](outcomes[kind] ?? 0),
      rank: isError(kind) ? 0 : 1,
      color: isError(kind) ? ('red' as const) : kind === 'answered' ? ('green' as const) : ('yellow' as const),
    })),
    ...(used === undefined ? [] : [{ text: `${tokens(used)} tok`, rank: 6 }]),
    ...(cost === undefined ? [] : [{ text: cost === null ? 'cost unknown' : dollars(cost), rank: 4 }]),
    ...(concurrency === undefined ? [] : [{ text: `×${concurrency}`, rank: 7 }]),
    ...(state.note
      ? [{ text: oneLine(state.note), rank: 0, color: kinds.some(isError) ? ('red' as const) : ('dim' as const) }]
      : []),
  ];
}

const join = (parts: readonly LinePart[]) => parts.map(({ text }) => text).join('  ');

const codes = { red: 31, green: 32, yellow: 33, dim: 2 };

/** The same in colours; they take no room. */
const paint = (parts: readonly LinePart[]) =>
  parts.map(({ text, color }) => (color ? `\x1b[${codes[color]}m${text}\x1b[0m` : text)).join('  ');

/** For a log file: everything on one line. */
function plainLine(state: ProgressState, rate: number | undefined): string {
  return join(segments(state, rate));
}

/** For a terminal: no wider than `width`; errors are the last to go, a bar fills room that is left. */
function liveLine(state: ProgressState, rate: number | undefined, { width, color }: { width: number; color: boolean }) {
  let parts = segments(state, rate);
  while (textWidth(join(parts)) > width) {
    const highest = Math.max(...parts.map(({ rank }) => rank));
    if (highest === 0) return clip(join(parts), width);
    parts = parts.filter(({ rank }) => rank !== highest);
  }
  const line = color ? paint(parts) : join(parts);
  // In steps, so that it does not twitch with every digit.
  const room = state.total === 0 ? 0 : Math.min(24, Math.floor((width - textWidth(join(parts)) - 2) / 8) * 8);
  if (room <= 0) return line;
  const filled = state.total === 0 ? room : Math.floor((room * state.done) / state.total);
  return `${'━'.repeat(filled)}${'─'.repeat(room - filled)}  ${line}`;
}

export interface ProgressOptions {
  stream: { write(text: string): unknown };
  isTTY: boolean;
  /** Off unless it says otherwise. */
  color?: boolean;
  /** Asked at every redraw: windows are resized. */
  columns: () => number;
  /** Milliseconds. */
  now: () => number;
  /** Between two lines of a log file. */
  intervalMs?: number;
}

export interface Progress {
  /** Call it once before the start, so that what an earlier session did is not taken for speed. */
  update(state: ProgressState): void;
  /** A line that stays. */
  message(text: string): void;
  done(): void;
}

const redrawMs = 100;
const erase = '\r\x1b[2K';

/**
 * One live line on a terminal, a plain line every few seconds anywhere else.
 * @example const progress = createProgress({ stream: process.stderr, isTTY: process.stderr.isTTY, columns: () => process.stderr.columns, now: Date.now })
 */
export function createProgress({
  stream,
  isTTY,
  color = false,
  columns,
  now,
  intervalMs = 5_000,
}: ProgressOptions): Progress {
  const measure = createRate();
  let latest: { state: ProgressState; rate: number | undefined } | undefined;
  let shownAt = isTTY ? Number.NEGATIVE_INFINITY : now();
  let shown = '';

  const show = () => {
    if (latest === undefined) return;
    shown = isTTY
      ? liveLine(latest.state, latest.rate, { width: columns() - 1, color })
      : plainLine(latest.state, latest.rate);
    shownAt = now();
    stream.write(isTTY ? `${erase}${shown}` : `${shown}\n`);
  };

  return {
    update(state) {
      latest = { state, rate: state.rate ?? (state.total === 0 ? undefined : measure(now(), state.done)) };
      if (now() - shownAt >= (isTTY ? redrawMs : intervalMs)) show();
    },
    message(text) {
      stream.write(`${isTTY && shown ? erase : ''}${safeText(text)}\n`);
      if (isTTY && shown) show();
    },
    done() {
      if (isTTY) {
        if (shown) stream.write(erase);
      } else if (latest !== undefined && plainLine(latest.state, latest.rate) !== shown) show();
      latest = undefined;
      shown = '';
    },
  };
}

const windowMs = 20_000;
/** Slow units need a longer look than the window. */
const fewest = 5;
const tooSoonMs = 1_000;
const thinMs = 200;

/**
 * Units per second over about the last twenty seconds. What is done when it starts (a resumed run) does not count.
 * @example const rate = createRate(); rate(0, 300); rate(10_000, 320) // 2
 * @internal exported for its test
 */
export function createRate(): (now: number, done: number) => number | undefined {
  const seen: { now: number; done: number }[] = [];
  return (now, done) => {
    const last = seen.at(-1);
    if (last === undefined || (done > last.done && now - last.now >= thinMs)) seen.push({ now, done });
    // The oldest may go while the next one is old enough and has enough units after it.
    while (seen[1] !== undefined && now - seen[1].now >= windowMs && done - seen[1].done >= fewest) seen.shift();
    const first = seen[0];
    if (first === undefined || done <= first.done || now - first.now < tooSoonMs) return undefined;
    return ((done - first.done) / (now - first.now)) * 1000;
  };
}
