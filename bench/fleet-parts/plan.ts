import { withLaunch } from '../../src/engine/index.ts';
import { Database } from '../../src/fleet/index.ts';
import { makePlan } from '../../src/fleet/plan.ts';
import { startClock } from '../measure.ts';

/** Plans `tiny` with so many units. */
const [url = '', count = ''] = process.argv.slice(2);
const db = await Database.open(url, { env: process.env });
await db.boss.start();
const stop = startClock();
await withLaunch(
  { benchmark: `tiny:count=${count}`, who: { model: 'baseline/random' }, out: '/nonexistent' },
  (launched) => makePlan(db, launched),
);
stop();
await db.close();
