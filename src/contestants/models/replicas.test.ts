import { expect, onTestFinished, test } from 'vitest';
import { openModel } from './resolve.ts';
import { type BadServer, type Behaviour, behave, type SeenRequest, startBadServer } from './testing/bad-server.ts';
import { question } from './testing/request.ts';

const never = new AbortController().signal;

async function start(choose: (request: SeenRequest) => Behaviour): Promise<BadServer> {
  const server = await startBadServer(choose);
  onTestFinished(() => server.close());
  return server;
}

async function open(servers: readonly { url: string }[], concurrency: number | 'auto' = 8) {
  const warnings: string[] = [];
  const model = await openModel('vllm/mine', {
    env: {},
    cwd: '/',
    seed: 0,
    endpoints: servers.map(({ url }) => url),
    concurrency,
    onWarning: (text) => warnings.push(text),
  });
  onTestFinished(async () => model.close?.());
  return { model, warnings, ask: (id: string) => model.answer(question({ unit: { id, epoch: 0 } }), never) };
}

const many = (count: number, ask: (id: string) => Promise<{ endpoint?: string; text: string }>) =>
  Promise.all(Array.from({ length: count }, (_, i) => ask(`q${i}`)));

/** Holds every request until so many have come. */
function together(count: number): () => Behaviour {
  const held: (() => void)[] = [];
  return () => (response, request) => {
    held.push(() => behave.says('A')(response, request));
    if (held.length === count) for (const answer of held.splice(0)) answer();
  };
}

test('requests are spread evenly, as many at each as its limit says', async () => {
  const hold = together(16);
  const servers = await Promise.all(Array.from({ length: 4 }, () => start(hold)));
  const { model, ask } = await open(servers, 4);
  expect(model.places?.limit).toBe(16);
  const replies = await many(16, ask);
  expect(servers.map(({ received }) => received.length)).toEqual([4, 4, 4, 4]);
  expect(servers.map((server) => server.peak())).toEqual([4, 4, 4, 4]);
  expect(new Set(replies.map(({ endpoint }) => endpoint))).toEqual(new Set(servers.map(({ url }) => url)));
});

test('never more than its limit at one endpoint, whoever asks', async () => {
  const servers = [await start(() => behave.says('A')), await start(() => behave.says('A'))];
  const { ask } = await open(servers, 2);
  expect(await many(60, ask)).toHaveLength(60);
  for (const server of servers) expect(server.peak()).toBeLessThanOrEqual(2);
});

test('what an endpoint that is gone was asked goes elsewhere, and it rests', async () => {
  const [good, gone] = [await start(() => behave.says('A')), await start(() => behave.says('A'))];
  await gone.close();
  const { model, ask, warnings } = await open([gone, good], 2);
  const replies = await many(20, ask);
  expect(new Set(replies.map(({ endpoint }) => endpoint))).toEqual(new Set([good.url]));
  expect(warnings.join('\n')).toContain(`${gone.url} rests for 1 s: `);
  expect(model.places?.limit).toBe(2);
});

test('an endpoint that wants silence is left alone, and the others go on', async () => {
  const busy = await start(() => behave.status(429, '{"error":{"message":"slow down"}}', { 'retry-after': '60' }));
  const good = await start(() => behave.says('A'));
  const { ask, warnings } = await open([busy, good], 4);
  await ask('first');
  await many(20, ask);
  expect(busy.received).toHaveLength(1);
  expect(good.received).toHaveLength(21);
  expect(warnings).toEqual([]);
});

test('where all want silence, the shortest of it is what is told', async () => {
  const limited = (seconds: string) => start(() => behave.status(429, '{}', { 'retry-after': seconds }));
  const { ask } = await open([await limited('30'), await limited('500')]);
  const error = await ask('q').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ kind: 'rate_limited', pausesAll: true });
  expect(error).toHaveProperty('retryAfterMs', expect.any(Number));
  if (error instanceof Error && 'retryAfterMs' in error) {
    expect(error.retryAfterMs).toBeGreaterThan(20_000);
    expect(error.retryAfterMs).toBeLessThanOrEqual(30_000);
  }
});

test('a request that is refused for its own sake is refused once', async () => {
  const servers = [await start(() => behave.status(400)), await start(() => behave.status(400))];
  const { ask } = await open(servers);
  await expect(ask('q')).rejects.toMatchObject({ kind: 'rejected' });
  expect(servers.reduce((sum, { received }) => sum + received.length, 0)).toBe(1);
});

test('an endpoint that refuses the key does not keep the others from answering', async () => {
  const [locked, good] = [await start(() => behave.status(401)), await start(() => behave.says('A'))];
  const { ask } = await open([locked, good]);
  expect((await many(10, ask)).every(({ endpoint }) => endpoint === good.url)).toBe(true);
  expect(locked.received.length).toBeLessThanOrEqual(8);
});

test('when all fail, the error is theirs', async () => {
  const servers = [await start(() => behave.status(500)), await start(() => behave.resets())];
  const { ask } = await open(servers);
  await expect(ask('q')).rejects.toMatchObject({ name: 'ProviderError' });
  expect(servers.map(({ received }) => received.length)).toEqual([1, 1]);
  // They are asked again, not given up: the next request may be the one that works.
  await expect(ask('r')).rejects.toMatchObject({ name: 'ProviderError' });
});

test('an endpoint that answers one question with 500 is not rested for it', async () => {
  const choose = ({ earlier }: SeenRequest) => (earlier === 0 ? behave.status(500) : behave.says('A'));
  const servers = [await start(choose), await start(choose)];
  const { ask, warnings } = await open(servers);
  await expect(ask('q')).rejects.toMatchObject({ kind: 'server' });
  expect((await ask('q')).text).toBe('A');
  expect(warnings).toEqual([]);
});

test('a request that nobody wants any more ends', async () => {
  const silent = [await start(() => behave.isSilent()), await start(() => behave.isSilent())];
  const { model } = await open(silent, 1);
  const stop = new AbortController();
  const asked = Array.from({ length: 4 }, (_, i) =>
    model.answer(question({ unit: { id: `q${i}`, epoch: 0 } }), stop.signal).catch((error: unknown) => error),
  );
  stop.abort();
  for (const error of await Promise.all(asked)) expect(error).toMatchObject({ kind: 'aborted' });
});

test('endpoints are for models behind a server, and each is named once', async () => {
  const opts = { env: {}, cwd: '/', seed: 0 };
  const twice = { ...opts, endpoints: ['http://127.0.0.1:1/v1', 'http://127.0.0.1:1/v1'] };
  await expect(openModel('vllm/mine', twice)).rejects.toThrow('named twice');
  await expect(openModel('baseline/random', twice)).rejects.toThrow('not a model behind a server');
  await expect(openModel('vllm/mine', { ...opts, endpoints: ['ftp://host'] })).rejects.toThrow('not a URL');
  const elsewhere = { ...opts, endpoints: ['http://127.0.0.1:1/v1', 'http://example.test/v1'] };
  await expect(openModel('openai/mine', elsewhere)).rejects.toThrow('OPENAI_API_KEY');
});

test('what identifies a model at several endpoints is not where they are', async () => {
  const { model } = await open([{ url: 'http://127.0.0.1:1/v1' }, { url: 'http://127.0.0.1:2/v1' }]);
  expect(model.settings).toMatchObject({ dialect: 'openai', replicas: true });
  expect(JSON.stringify(model.settings)).not.toContain('127.0.0.1');
});
