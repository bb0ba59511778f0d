/**
 * A fleet that is killed again and again: two workers, 30 kills at random moments, connections cut and the server stopped in
 * between. Prints how many requests were repeated, and compares digests with a run on one machine. Not part of `npm test`.
 * @example npx node scripts/try-fleet.ts 30
 */
import { once } from 'node:events';
import { begin, newFolder, sextant } from '../src/cli/testing/sextant.ts';
import { startUnitServer } from '../src/cli/testing/unit-server.ts';
import { behave } from '../src/contestants/models/testing/bad-server.ts';
import { startPostgres } from '../src/fleet/testing/server.ts';
import { random } from '../src/stats/index.ts';

const KILLS = Number(process.argv[2] ?? 30);
const CONCURRENCY = 4;
/** Between two kills, so many requests at least. */
const APART = 80;
const UNITS = KILLS * 2 * APART;

const postgres = await startPostgres();
const dice = random('fleet', KILLS);
let onRequest = () => {};
const server = await startUnitServer((key) => {
  onRequest();
  return (...args) => void setTimeout(() => behave.says('ABCD'[key.charCodeAt(0) % 4] ?? 'A')(...args), 20);
});
const place = { cwd: newFolder(), env: { ...postgres.env, ...server.env } };
const what = [`tiny:count=${UNITS}`, '--model', 'openai/some'];
await postgres.create('fleet');
await sextant(place, 'fleet', 'init', postgres.url('admin', 'fleet'));
for (const role of ['sextant_planner', 'sextant_worker'])
  await postgres.sql('fleet', `alter role ${role} password '${postgres.password}'`);
const plain = await sextant(place, 'run', ...what, '--concurrency', '32', '--out', 'plain', '--json');
const before = server.asked.length;

const planned = begin(
  place,
  'run',
  ...what,
  '--fleet',
  postgres.url('sextant_planner', 'fleet'),
  '--out',
  'whole',
  '--json',
);
if (planned.child.stdout) await once(planned.child.stdout, 'data');
const start = () =>
  begin(place, 'worker', postgres.url('sextant_worker', 'fleet'), ...what, '--concurrency', String(CONCURRENCY));
const workers = [start(), start()];
let [kills, underWay, next] = [0, 0, before + APART];
onRequest = () => {
  if (server.asked.length < next || kills >= KILLS) return;
  next = server.asked.length + APART + dice.int(APART);
  setTimeout(() => {
    const which = dice.int(2);
    workers[which]?.child.kill('SIGKILL');
    underWay += server.active();
    workers[which] = start();
    kills += 1;
    if (kills % 7 === 0) void postgres.cut();
    if (kills % 11 === 0) void postgres.stop().then(postgres.start);
  }, dice.int(60));
};
const { json, stderr } = await planned.ended;
await Promise.all(workers.map(({ ended }) => ended));
const { digest, missing, problems } = json.at(-1)?.summary ?? {};
console.log(`units            ${UNITS}, missing ${missing}, problems ${problems?.length}`);
console.log(`kills            ${kills}`);
console.log(
  `repeated         ${server.asked.length - before - UNITS} (at most ${kills * (CONCURRENCY + 1)} were under way)`,
);
console.log(`seen by server   ${underWay} under way at the kills, of both workers`);
console.log(`plain run        ${plain.json.at(-1)?.summary.digest}`);
console.log(`fleet            ${digest}`);
if (digest !== plain.json.at(-1)?.summary.digest) {
  console.log(stderr);
  process.exitCode = 1;
}
await server.close();
await postgres.close();
