import { afterAll, beforeAll, expect, test } from 'vitest';
import { noHistory } from '../engine/index.ts';
import { Chunks } from './chunks.ts';
import { Database } from './database.ts';
import { Feed } from './feed.ts';
import { initFleet } from './schema.ts';
import { type PostgresServer, startPostgres } from './testing/server.ts';

let server: PostgresServer | undefined;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.close());

test('a chunk that the queue took away and handed to the same worker again brings no unit twice', async () => {
  if (!server) throw new Error('the server is started before the first test');
  await server.create('feed');
  const db = await Database.open(server.url('admin', 'feed'), { env: server.env });
  try {
    await initFleet(db);
    const id = 'f'.repeat(64);
    const chunks = new Chunks(db, id);
    await chunks.create();
    await chunks.put([{ from: 0, to: 4, round: 1, deaths: 0 }]);
    const units = ['a', 'b', 'c', 'd'];
    let looks = 0;
    const feed: Feed = new Feed({
      db,
      chunks,
      plan: { id, version: '1', samples: 4, epochs: 1, round: 1, state: 'active', createdAt: '' },
      dataset: {
        ids: units,
        source: 'test',
        sha256: '',
        onDisk: false,
        warnings: [],
        sample: () => Promise.reject(new Error('nobody asks for samples here')),
        bytes: () => Promise.reject(new Error('nobody asks for media here')),
      },
      chosen: [0, 1, 2, 3],
      history: noHistory(),
      low: () => 0,
      changed: async () => {},
      isOpen: () => true,
      // Everything has been handed out: now the answers come.
      idle: async () => {
        looks += 1;
        for (const unit of units.keys()) feed.finished({ unit, epoch: 0, round: 1 });
      },
      isWhole: async () => looks > 0,
      deserted: () => {},
      condemn: async () => {},
    });
    const handedOut: string[] = [];
    for await (const unit of feed.units(new AbortController().signal)) {
      handedOut.push(unit.id);
      if (handedOut.length === 3) await chunks.lost(feed.ids);
    }
    expect(handedOut).toEqual(units);
    expect(looks).toBeGreaterThan(0);
  } finally {
    await db.close();
  }
});
