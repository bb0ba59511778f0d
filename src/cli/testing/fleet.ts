import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { type Behaviour, behave } from '../../contestants/models/testing/bad-server.ts';
import { type LaunchOptions, launch } from '../../engine/index.ts';
import { choosePlan, Database, pullRun, runOnFleet, work } from '../../fleet/index.ts';
import { type PostgresServer, startPostgres } from '../../fleet/testing/server.ts';
import { newFolder, sextant } from './sextant.ts';
import { startUnitServer } from './unit-server.ts';

/** What is planned or worked on; the model is that of the fleet's server, unless another is named. */
export type FleetWork = Omit<Partial<LaunchOptions>, 'benchmark'> & Pick<LaunchOptions, 'benchmark'>;

/** The answer depends on the question alone, so that two runs can be compared. */
export const says = (key: string) => behave.says('ABCD'[key.charCodeAt(0) % 4] ?? 'A');
export const slowly =
  (ms: number, then: Behaviour): Behaviour =>
  (...args) =>
    void setTimeout(() => then(...args), ms);

/** A PostgreSQL server for a file of tests, and fleets in databases of their own. */
export function fleetsForTests() {
  let server: PostgresServer | undefined;
  let number = 0;
  const postgres = () => {
    if (!server) throw new Error('the server is started before the first test');
    return server;
  };
  beforeAll(async () => {
    server = await startPostgres();
    await server.create('prepared');
    const place = { cwd: newFolder(), env: server.env };
    const init = await sextant(place, 'fleet', 'init', server.url('admin', 'prepared'));
    expect(init.code, init.stderr).toBe(0);
    for (const role of ['sextant_planner', 'sextant_worker'])
      await server.sql('prepared', `alter role ${role} password '${server.password}'`);
  });
  afterAll(() => server?.close());
  return {
    postgres,
    /** A prepared database, and a model's server that answers so. What is planned and worked on here takes no process of its own. */
    newFleet(answer: (key: string) => Behaviour = says, keys: Record<string, string> = {}) {
      number += 1;
      return openFleet(postgres(), `fleet${number}`, { answer, keys });
    },
  };
}

async function openFleet(
  postgres: PostgresServer,
  name: string,
  { answer, keys }: { answer: (key: string) => Behaviour; keys: Record<string, string> },
) {
  await postgres.create(name, 'prepared');
  const server = await startUnitServer(answer);
  onTestFinished(() => server.close());
  const cwd = newFolder();
  const place = { cwd, env: { ...postgres.env, ...server.env, ...keys } };
  const [planner, worker] = [postgres.url('sextant_planner', name), postgres.url('sextant_worker', name)];
  const sql = (text: string, user?: string) => postgres.sql(name, text, user);
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const whole = (options: FleetWork): LaunchOptions => ({
    who: { model: 'openai/some' },
    stop: over.signal,
    ...place,
    ...options,
  });
  const db = await Database.open(planner, { env: postgres.env, abort: over.signal });
  onTestFinished(() => db.close());
  return {
    ...place,
    place,
    sql,
    db,
    name,
    planner,
    worker,
    server,
    over,
    /** Resolves when it is planned; `ended` when all is done and pulled. */
    async plan({ files, ...options }: FleetWork & { files?: string }) {
      const planned = Promise.withResolvers<void>();
      const launched = whole({ out: join(cwd, 'whole'), ...options });
      const ended = runOnFleet({
        launch: launched,
        url: planner,
        env: postgres.env,
        planned: () => planned.resolve(),
        ...(files !== undefined && { files }),
      });
      await Promise.race([planned.promise, ended]);
      return { ended, ids: await idsOf(postgres, name) };
    },
    work: ({ files, ...options }: FleetWork & { files?: string }) =>
      work({ launch: whole(options), url: worker, env: postgres.env, ...(files !== undefined && { files }) }),
    alone: async (options: FleetWork) => (await launch(whole({ out: join(cwd, 'alone'), ...options }))).scored.summary,
    pull: async (out: string) => pullRun(db, { plan: await choosePlan(db), out: join(cwd, out), partial: true }),
  };
}

async function idsOf(postgres: PostgresServer, name: string): Promise<string[]> {
  const [row] = await postgres.sql(name, 'select ids from sextant_fleet.plan_ids');
  return JSON.parse(String(row?.ids));
}
