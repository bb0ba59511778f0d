import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { SextantError } from '../contracts/index.ts';
import { viewerApp } from './app.ts';
import { pageFiles } from './page-files.ts';
import { RunCatalog } from './run-catalog.ts';
import type { OpenData } from './run-media.ts';
import type { SharedRun } from './wire.ts';

/** A viewer that is being served. */
export interface Serving {
  /** `http://127.0.0.1:4567/` */
  address: string;
  close(): Promise<void>;
}

export interface ServeOptions {
  roots: string[];
  /** 0: any that is free. */
  port: number;
  openData: OpenData;
  /** Runs that a fleet works on. */
  fleets?(): Promise<SharedRun[]>;
}

/** Serves the viewer on this machine only. */
export async function serveViewer(opts: ServeOptions): Promise<Serving> {
  const catalog = new RunCatalog(opts.roots, opts.openData);
  let port = opts.port;
  const { fleets } = opts;
  const app = viewerApp({ catalog, page: pageFiles(), port: () => port, ...(fleets && { fleets }) });
  const server = createServer(getRequestListener(app.fetch));
  server.listen(opts.port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (cause) {
    const busy = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
    throw new SextantError('bad_argument', `port ${opts.port} ${busy ? 'is taken' : 'cannot be used'}`, {
      where: `--port ${opts.port}`,
      fix: 'choose another one, or --port 0 for any that is free',
      cause,
    });
  }
  const bound = server.address();
  if (typeof bound === 'object' && bound) port = bound.port;
  catalog.readAhead();
  return {
    address: `http://127.0.0.1:${port}/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await catalog.close();
    },
  };
}
