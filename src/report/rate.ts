const windowMs = 20_000;
/** Slow units need a longer look than the window. */
const fewest = 5;
const tooSoonMs = 1_000;
const thinMs = 200;

/**
 * Units per second over about the last twenty seconds. What is done when it starts (a resumed run) does not count.
 * @example const rate = createRate(); rate(0, 300); rate(10_000, 320) // 2
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
