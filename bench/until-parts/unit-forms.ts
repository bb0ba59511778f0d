// The rules one would take where every cluster is a single unit that is right or wrong, to be held against the one in use:
// anytime McNemar, and the beta-binomial confidence sequence of Waudby-Smith and Ramdas (2020).
import { at } from '../../src/util/index.ts';

const ALPHA = 0.05;

/** Units in the order of asking; a rule sees the longest start of it that is finished. */
interface Seen {
  order: readonly string[];
  finished: readonly string[];
}

/** Feeds finished units in order, and asks after every twentieth answer. @returns the share asked when it was enough */
function watch({ order, finished }: Seen, draw: (unit: string) => void, isEnough: () => boolean): number | undefined {
  const done = new Set<string>();
  let drawn = 0;
  for (const [n, unit] of finished.entries()) {
    done.add(unit);
    for (; drawn < order.length && done.has(at(order, drawn)); drawn += 1) draw(at(order, drawn));
    if (n % 20 === 19 && isEnough()) return (n + 1) / order.length;
  }
  return undefined;
}

/** E = 2^(w+l) · B(½+w, ½+l) / B(½, ½), which reaches 1/α with probability α at most where neither run is better. */
export function watchMcNemar(seen: Seen, a: Map<string, number>, b: Map<string, number>): number | undefined {
  let [wins, losses, e] = [0, 0, 1];
  const draw = (unit: string) => {
    const difference = (a.get(unit) ?? 0) - (b.get(unit) ?? 0);
    if (difference === 0) return;
    e *= (2 * (0.5 + (difference > 0 ? wins : losses))) / (1 + wins + losses);
    if (difference > 0) wins += 1;
    else losses += 1;
  };
  return watch(seen, draw, () => e >= 1 / ALPHA);
}

/** Totals m whose prior is less than 1/α times their posterior; before the first draw all totals are equally likely. */
export function watchBetaBinomial(
  seen: Seen,
  a: Map<string, number>,
  within: number,
): { asked: number; missed: boolean } | undefined {
  const units = seen.order.length;
  const logFactorial = [0];
  for (let n = 1; n <= 2 * units + 2; n += 1) logFactorial.push(at(logFactorial, n - 1) + Math.log(n));
  const fact = (n: number) => at(logFactorial, n);
  const truth = seen.order.reduce((sum, unit) => sum + (a.get(unit) ?? 0), 0);
  let [drawn, right] = [0, 0];
  let limits: readonly [number, number] = [0, units];
  const isPossible = (total: number) => {
    const [left, k] = [units - drawn, total - right];
    if (k < 0 || k > left) return false;
    const wrong = drawn - right;
    const logPosterior =
      fact(left) - fact(k) - fact(left - k) + fact(k + right) + fact(left - k + wrong) - fact(units + 1);
    return -Math.log(units + 1) - (logPosterior + fact(drawn + 1) - fact(right) - fact(wrong)) < Math.log(1 / ALPHA);
  };
  const isEnough = () => {
    const totals = Array.from({ length: units + 1 }, (_, total) => total).filter(isPossible);
    limits = [at(totals, 0), at(totals, -1)];
    return (limits[1] - limits[0]) / 2 / units <= within;
  };
  const draw = (unit: string) => {
    drawn += 1;
    right += a.get(unit) ?? 0;
  };
  const asked = watch(seen, draw, isEnough);
  return asked === undefined ? undefined : { asked, missed: truth < limits[0] || truth > limits[1] };
}
