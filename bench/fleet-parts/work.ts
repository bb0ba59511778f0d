import { type LaunchOptions, launch } from '../../src/engine/index.ts';
import { work } from '../../src/fleet/index.ts';
import { startClock } from '../measure.ts';

/** One process's work on a run: as a worker where a database is named, else alone in a folder. Neither is measured while it scores. */
const [where = '', options = ''] = process.argv.slice(2);
const opts: LaunchOptions = JSON.parse(options);
const stop = startClock();
if (where.startsWith('postgres:')) {
  await work({ launch: opts, url: where, env: process.env });
  stop();
} else await launch({ ...opts, out: where, asked: stop });
