import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';

export const COMMIT = 'c0ffee'.padEnd(40, '0');

/** What a request looked like when it arrived. */
interface SeenRequest {
  path: string;
  range: string | undefined;
  ifRange: string | undefined;
  authorization: string | undefined;
}

/** Handles a request itself and says so; otherwise the well-behaved hub answers. */
type Mischief = (request: IncomingMessage, response: ServerResponse, seen: readonly SeenRequest[]) => boolean;
type Handle = (request: IncomingMessage, response: ServerResponse, seen: readonly SeenRequest[]) => void;

/** A server on this machine that remembers what it was asked; with a certificate, one that speaks TLS. */
export async function serve(handle: Handle, certificate?: { key: string; cert: string }) {
  const seen: SeenRequest[] = [];
  const listen = (request: IncomingMessage, response: ServerResponse) => {
    const { range, 'if-range': ifRange, authorization } = request.headers;
    seen.push({ path: request.url ?? '', range, ifRange: ifRange?.toString(), authorization });
    handle(request, response, seen);
  };
  const server = certificate ? createSecureServer(certificate, listen) : createServer(listen);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a port was expected');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  const url = `${certificate ? 'https' : 'http'}://127.0.0.1:${address.port}`;
  return { url, port: address.port, seen, [Symbol.asyncDispose]: close };
}

/** A hub with one data set. */
export async function testHub(files: Readonly<Record<string, Buffer>>, mischief?: Mischief, repo?: string) {
  const { handle, sent } = hubOf(files, mischief, repo);
  const server = await serve(handle);
  return { ...server, sent, env: { HF_ENDPOINT: server.url } };
}

/** How it answers. Files from 1000 bytes on are described by sha256, smaller ones by git's name. */
export function hubOf(
  files: Readonly<Record<string, Buffer>>,
  mischief: Mischief = () => false,
  repo = 'owner/data',
): { handle: Handle; sent: { bytes: number } } {
  const sent = { bytes: 0 };
  const handle: Handle = (request, response, seen) => {
    if (mischief(request, response, seen)) return;
    const url = new URL(request.url ?? '', 'http://hub');
    const [, path] =
      new RegExp(`^/datasets/${repo}/resolve/${COMMIT}/(.+)$`).exec(decodeURIComponent(url.pathname)) ?? [];
    const content = path === undefined ? undefined : files[path];
    if (url.pathname === `/api/datasets/${repo}/revision/main`) json(response, { sha: COMMIT });
    else if (url.pathname === `/api/datasets/${repo}/tree/${COMMIT}`) json(response, treeOf(files));
    else if (content) sent.bytes += sendContent(request, response, content);
    else response.writeHead(404, { 'x-error-code': 'EntryNotFound' }).end();
  };
  return { handle, sent };
}

export function json(response: ServerResponse, value: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

export function treeOf(files: Readonly<Record<string, Buffer>>) {
  return Object.entries(files).map(([path, content]) => ({
    type: 'file',
    path,
    size: content.length,
    oid: createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex'),
    ...(content.length >= 1000 && { lfs: { oid: sha256(content), size: content.length, pointerSize: 130 } }),
  }));
}

export function etagOf(content: Buffer): string {
  return `"${sha256(content).slice(0, 16)}"`;
}

/** @returns how many bytes of content it sends */
function sendContent(request: IncomingMessage, response: ServerResponse, content: Buffer): number {
  const etag = etagOf(content);
  const { range, 'if-range': ifRange } = request.headers;
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  const partial = range !== undefined && (ifRange === undefined || ifRange === etag);
  const body = partial ? content.subarray(from) : content;
  const place = partial ? { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` } : {};
  response.writeHead(partial ? 206 : 200, { etag, 'content-length': body.length, ...place }).end(body);
  return body.length;
}

export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
