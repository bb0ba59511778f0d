import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { streamSSE } from 'hono/streaming';
import { runtimeWasm } from '../contestants/index.ts';
import { describeError, messageOf, SextantError } from '../contracts/index.ts';
import { Live } from './live.ts';
import { manualFile, noManual, type pageFiles } from './page-files.ts';
import type { RunCatalog } from './run-catalog.ts';
import { filePart, sendFiles, sendMedia } from './send.ts';
import { shardedRuns } from './shared-runs.ts';
import { Thumbs } from './thumbs.ts';
import { referenceFile, referenceHeads, Trials } from './trials.ts';
import type { Rival } from './unit-list.ts';
import { FILES_AT_ONCE, type ListAsk, type SharedRun, type SharedRuns } from './wire.ts';

/** Rows per answer: enough for one screen at once, few enough to show it while the rest comes. */
const ROWS = 2000;

const RETRY_MS = 1000;

/** The viewer's server: the page, and one read-only interface to the runs. */
export function viewerApp(opts: {
  catalog: RunCatalog;
  page: ReturnType<typeof pageFiles>;
  port(): number;
  fleets?(): Promise<SharedRun[]>;
}): Hono {
  const { catalog, page, fleets } = opts;
  const live = new Live(catalog);
  const thumbs = new Thumbs();
  const trials = new Trials();
  const app = new Hono();
  app.use(guard(opts.port));

  app.get('/api/runs', async (context) => json(context, await catalog.heads()));
  app.get('/api/broken', (context) => json(context, catalog.broken()));
  app.get('/api/shared', async (context) => {
    const runs = shardedRuns(await catalog.heads(), Date.now());
    const found: SharedRuns = { runs, fleet: fleets !== undefined };
    try {
      found.runs.push(...((await fleets?.()) ?? []));
    } catch (error) {
      found.problem = describeError(error);
    }
    return json(context, found);
  });
  app.get('/api/runs/:run', async (context) => json(context, await catalog.head(context.req.param('run'))));
  app.get('/api/runs/:run/units', async (context) => {
    // The first rows are available while a long run is still being read.
    const { stored } = catalog.open(context.req.param('run'));
    return json(context, await stored.page(wholeOf(context, 'after'), ROWS));
  });
  app.get('/api/runs/:run/list', async (context) => {
    const filter = Object.fromEntries(new URLSearchParams(context.req.query('filter') ?? ''));
    const rival = filter.differs === undefined ? undefined : await rivalFor(catalog, filter.differs);
    return json(
      context,
      await catalog.open(context.req.param('run')).stored.list({ ...askOf(context), filter }, rival),
    );
  });
  app.get('/api/runs/:run/unit', async (context) => {
    const { stored } = await catalog.run(context.req.param('run'));
    return json(context, await stored.unit({ id: context.req.query('id') ?? '', epoch: wholeOf(context, 'epoch') }));
  });
  app.get('/api/runs/:run/journal', async (context) => {
    const { path, bytes } = (await catalog.run(context.req.param('run'))).stored.journal;
    return context.body(filePart(path, 0, bytes), 200, {
      'Content-Type': 'application/x-ndjson',
      'Cache-Control': 'no-store',
    });
  });
  app.get('/api/runs/:run/blobs', async (context) => {
    const hashes = (context.req.query('hashes') ?? '').split(',');
    if (hashes.length > FILES_AT_ONCE)
      throw new SextantError('bad_argument', `more than ${FILES_AT_ONCE} files are asked for at once`);
    return sendFiles(catalog.open(context.req.param('run')).media, hashes);
  });
  app.get('/api/runs/:run/blobs/:hash', async (context) => {
    const { media } = catalog.open(context.req.param('run'));
    const found = await media.find(context.req.param('hash'));
    // 204 instead of 404: the page probes for pictures, and browsers log every 404.
    if (!found && /^[0-9a-f]{64}$/.test(context.req.param('hash'))) return context.body(null, 204);
    if (!found) return context.json({ message: 'this run does not hold it' }, 404);
    return sendMedia(found, { type: context.req.query('type'), range: context.req.header('range') });
  });
  app.get('/api/runs/:run/thumbs/:hash', async (context) => {
    const { media } = catalog.open(context.req.param('run'));
    const thumb = await thumbs.of(media, context.req.param('hash'), context.req.query('type') ?? '');
    // 204 instead of 404: browsers log every 404.
    return thumb ? sendMedia({ data: thumb }, { type: 'image/webp', range: undefined }) : context.body(null, 204);
  });
  app.get('/api/changes', (context) =>
    streamSSE(context, async (stream) => {
      const stop = live.listen((run) => void stream.writeSSE({ event: 'change', data: run }));
      // A page whose server was stopped asks so often whether it is back.
      await stream.writeSSE({ event: 'ready', data: '', retry: RETRY_MS });
      await new Promise<void>((done) => stream.onAbort(done));
      stop();
    }),
  );

  app.get('/api/references', (context) => json(context, referenceHeads));
  app.get('/api/trial', async (context) =>
    json(context, await trials.make(context.req.query('benchmark') ?? '', wholeOf(context, 'index'))),
  );
  app.get('/api/runtime.wasm', (context) => bytesOf(context, runtimeWasm(), 'application/wasm'));
  app.get('/reference/*', async (context) => {
    const found = await referenceFile(context.req.path.slice(1));
    return found
      ? bytesOf(context, found, 'application/octet-stream')
      : context.json({ message: 'there is no such network' }, 404);
  });

  app.get('/manual/*', async (context) => {
    const name = context.req.path.slice('/manual/'.length);
    const found = manualFile(name);
    if (found) return bytesOf(context, found.read(), found.type);
    return name === 'index.html' ? context.html(noManual) : context.json({ message: 'there is no such page' }, 404);
  });

  app.get('*', async (context) => {
    const { path } = context.req;
    const found = page.get(path === '/' ? '/index.html' : path);
    if (!found) return context.json({ message: 'there is nothing here' }, 404);
    // Files with a hash in their name never change.
    const cache = path.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-store';
    return context.body(found.read(), 200, {
      'Content-Type': found.type,
      'Cache-Control': cache,
    });
  });

  app.onError((error, context) => {
    const known = error instanceof SextantError;
    const status = known && error.code === 'bad_argument' ? 404 : 500;
    const where = known && error.where !== undefined ? { where: error.where } : {};
    return context.json({ code: known ? error.code : 'internal', message: messageOf(error), ...where }, status);
  });
  return app;
}

function json(context: Context, value: unknown): Response {
  return context.body(JSON.stringify(value), 200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  });
}

function bytesOf(context: Context, bytes: Uint8Array<ArrayBuffer>, type: string): Response {
  return context.body(bytes, 200, { 'Content-Type': type, 'Cache-Control': 'no-store' });
}

function askOf(context: Context): Omit<ListAsk, 'filter'> {
  const { from, unit: id, epoch } = context.req.query();
  return {
    count: Math.min(ROWS, wholeOf(context, 'count')),
    known: wholeOf(context, 'known'),
    ...(from === undefined ? {} : { from: wholeOf(context, 'from') }),
    ...(id === undefined ? {} : { unit: { id, ...(epoch === undefined ? {} : { epoch: wholeOf(context, 'epoch') }) } }),
  };
}

/** A run to differ from, read to its end; null when it cannot be. */
function rivalFor(catalog: RunCatalog, id: string): Promise<Rival | null> {
  return catalog.run(id).then(
    ({ stored }) => stored,
    () => null,
  );
}

function wholeOf(context: Context, name: string): number {
  const value = Number(context.req.query(name) ?? 0);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new SextantError('bad_argument', `${name} is not a whole number`);
  return value;
}

/** Nothing from elsewhere, nothing inline; WebAssembly for the replay, `blob:` for pictures that the page made itself. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "connect-src 'self' blob:",
  "worker-src 'self' blob:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
};

/**
 * Only this machine's own browser, on a page that we sent: a name that somebody else's server points at this machine (DNS
 * rebinding) is refused, and so is every request that another site starts, links apart.
 */
function guard(port: () => number): MiddlewareHandler {
  return async (context, next) => {
    const own = ['127.0.0.1', 'localhost', '[::1]'].map((host) => `${host}:${port()}`);
    const host = context.req.header('host');
    const origin = context.req.header('origin');
    const site = context.req.header('sec-fetch-site') ?? 'none';
    const follows =
      context.req.header('sec-fetch-mode') === 'navigate' && context.req.header('sec-fetch-dest') === 'document';
    const refusal =
      host === undefined || !own.includes(host)
        ? 'this server answers to 127.0.0.1 and localhost only'
        : origin !== undefined && !own.some((each) => origin === `http://${each}`)
          ? 'requests of other pages are refused'
          : site !== 'same-origin' && site !== 'none' && !follows
            ? 'requests of other sites are refused'
            : undefined;
    if (refusal === undefined && context.req.method !== 'GET' && context.req.method !== 'HEAD') {
      context.res = context.text('this server is read-only', 405, { Allow: 'GET, HEAD' });
    } else if (refusal === undefined) await next();
    else context.res = context.text(refusal, 403);
    for (const [name, value] of Object.entries(headers)) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
  };
}
