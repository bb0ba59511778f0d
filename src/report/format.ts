import type { Summary } from '../contracts/index.ts';
import { assignments, count, plural } from '../util/index.ts';

// Numbers as people read them. Scores come in as 0 … 1 and go out in percent.

/** Without the minus of a rounded zero. */
function fixed(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace('-', '') : text;
}

/** @example percent(0.6234) // '62.3' */
export function percent(value: number): string {
  return fixed(value * 100, 1);
}

/** A difference between two scores. @example points(0.12) // '+12.0' */
export function points(difference: number): string {
  const text = percent(difference);
  return Number(text) > 0 ? `+${text}` : text;
}

/** @example interval(0.551, 0.69) // '[55.1, 69.0]' */
export function interval(low: number, high: number): string {
  return `[${percent(low)}, ${percent(high)}]`;
}

/** A score that errors leave open. @example bracket(0.58, 0.66, 8) // 'between 58.0 and 66.0 (8 errors)' */
export function bracket(worst: number, best: number, errors: number): string {
  return `between ${percent(worst)} and ${percent(best)} (${plural(errors, 'error')})`;
}

/** Small sums keep two digits that count. @example dollars(0.0042) // '$0.0042', dollars(null) // 'unknown' */
export function dollars(sum: number | null): string {
  if (sum === null) return 'unknown';
  const small = sum > 0 && sum < 0.1;
  const digits = small ? { maximumSignificantDigits: 2 } : { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return `$${sum.toLocaleString('en-US', digits)}`;
}

/** @example duration(3.42) // '3.4 s', duration(3725) // '1 h 02 min' */
export function duration(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const two = (n: number) => String(n).padStart(2, '0');
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`;
  const minutes = Math.round(whole / 60);
  return `${count(Math.floor(minutes / 60))} h ${two(minutes % 60)} min`;
}

/** @example tokens(12345) // '12.3k' */
export function tokens(n: number): string {
  if (n < 1000) return String(n);
  return n < 999_950 ? `${(n / 1e3).toFixed(1)}k` : `${(n / 1e6).toFixed(1)}M`;
}

/** @example pValue(0.0004) // '< 0.001' */
export function pValue(p: number): string {
  return p < 0.001 ? '< 0.001' : p.toFixed(3);
}

/** The recipe behind a number, by name and by the start of its hash. @example 'tiny/official #a1b2c3d4' */
export function protocolLabel(protocol: { id: string; hash: string }): string {
  return `${protocol.id} #${protocol.hash.slice(0, 8)}`;
}

/** The benchmark with the arguments that make it another task. @example 'rsb-math-4:split=train' */
export function taskLabel({ benchmark, args }: Pick<Summary, 'benchmark' | 'args'>): string {
  return args === undefined ? benchmark : `${benchmark}:${assignments(args)}`;
}

/** The same; a control says so. @example 'rsb-math-4:split=train (control: direct)' */
export function benchmarkLabel(summary: Pick<Summary, 'benchmark' | 'args' | 'control'>): string {
  const { control } = summary;
  return control === undefined ? taskLabel(summary) : `${taskLabel(summary)} (control: ${control})`;
}
