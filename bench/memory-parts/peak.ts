import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Loaded before a command: when it ends, it tells the most memory that it ever had. */
const file = process.env.SEXTANT_BENCH_PEAK;
if (isMainThread && file !== undefined)
  process.on('exit', () => writeFileSync(file, String(process.resourceUsage().maxRSS / 1024)));
