import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';

/** A tunnel that was asked for. */
interface Tunnel {
  target: string;
  /** What stands in `Proxy-Authorization`. */
  authorization: string | undefined;
}

/**
 * A proxy on this machine that tunnels (CONNECT) and nothing else. Names that nobody resolves lead to local ports.
 * @param routes `{ 'hub.test:443': 41234 }`
 */
export async function connectProxy(
  routes: Readonly<Record<string, number>>,
  credentials: { user: string; password: string },
) {
  const tunnels: Tunnel[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
  };
  const { user, password } = credentials;
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const server = createServer((_request, response) => response.writeHead(501).end());
  server.on('connection', keep);
  server.on('connect', (request, client: Socket, head: Buffer) => {
    const target = request.url ?? '';
    const authorization = request.headers['proxy-authorization'];
    tunnels.push({ target, authorization });
    const port = routes[target];
    if (authorization !== expected) return client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    if (port === undefined) return client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    keep(upstream);
    // One side's end is the other's.
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a port was expected');
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return {
    /** As it stands in HTTPS_PROXY. */
    url: `http://${user}:${password}@127.0.0.1:${address.port}`,
    authorization: expected,
    tunnels,
    [Symbol.asyncDispose]: close,
  };
}
