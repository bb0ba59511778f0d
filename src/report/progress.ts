import { safeText } from './plain-text.ts';
import { liveLine, type ProgressState, plainLine } from './progress-line.ts';
import { createRate } from './rate.ts';

export interface ProgressOptions {
  stream: { write(text: string): unknown };
  isTTY: boolean;
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
export function createProgress({ stream, isTTY, columns, now, intervalMs = 5_000 }: ProgressOptions): Progress {
  const measure = createRate();
  let latest: { state: ProgressState; rate: number | undefined } | undefined;
  let shownAt = isTTY ? Number.NEGATIVE_INFINITY : now();
  let shown = '';

  const show = () => {
    if (latest === undefined) return;
    shown = isTTY ? liveLine(latest.state, latest.rate, columns() - 1) : plainLine(latest.state, latest.rate);
    shownAt = now();
    stream.write(isTTY ? `${erase}${shown}` : `${shown}\n`);
  };

  return {
    update(state) {
      latest = { state, rate: state.rate ?? measure(now(), state.done) };
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
