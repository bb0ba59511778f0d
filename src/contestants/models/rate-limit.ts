import { demand } from '../../util/index.ts';
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** How providers say how much is left of a quota and when it is full again: OpenAI's way, Anthropic's way. */
const QUOTAS = [
  ...['requests', 'tokens'].map((what) => [`x-ratelimit-remaining-${what}`, `x-ratelimit-reset-${what}`] as const),
  ...['requests', 'tokens', 'input-tokens', 'output-tokens'].map(
    (what) => [`anthropic-ratelimit-${what}-remaining`, `anthropic-ratelimit-${what}-reset`] as const,
  ),
];

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Milliseconds in '1s', '6m0s', '20ms', '1.5' (seconds) or until a date; undefined when it is none of these.
 * @example durationMs('6m0s', Date.now()) // 360000
 */
export function durationMs(text: string, now: number): number | undefined {
  const value = text.trim();
  if (/^\d+(\.\d+)?$/.test(value)) {
    const number = Number(value);
    // Too many seconds for a delay: it is a Unix time, in seconds or in milliseconds.
    if (number > 1e9) return Math.max(0, Math.ceil(number > 1e12 ? number : number * 1000) - now);
    return Math.ceil(number * 1000);
  }
  if (/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(value)) {
    let total = 0;
    for (const [, amount, unit = ''] of value.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)) {
      total += Number(amount) * demand(UNITS, unit);
    }
    return Math.ceil(total);
  }
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** How long a refusing server asks us to wait. */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const exact = Number(first(headers['retry-after-ms']) ?? Number.NaN);
  if (exact >= 0) return Math.ceil(exact);
  const after = durationMs(first(headers['retry-after']) ?? '', now);
  return after ?? emptyQuotaMs(headers, now) ?? longestReset(headers, now);
}

/** How long to hold back because a quota is used up, although this request went through. */
export function emptyQuotaMs(headers: Headers, now: number): number | undefined {
  return longestReset(headers, now, (remaining) => remaining === '0');
}

function longestReset(headers: Headers, now: number, counts: (remaining?: string) => boolean = () => true) {
  let longest: number | undefined;
  for (const [remaining, reset] of QUOTAS) {
    if (!counts(first(headers[remaining]))) continue;
    const wait = durationMs(first(headers[reset]) ?? '', now);
    if (wait !== undefined) longest = Math.max(longest ?? 0, wait);
  }
  return longest;
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
