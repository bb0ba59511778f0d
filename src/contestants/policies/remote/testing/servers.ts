import { createServer, type Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { binaryKeys } from '../array-forms.ts';
import { decode } from '../decode.ts';
import { encode, type Packable } from '../encode.ts';
import { fromNumbers, type NdArray, type Wire } from '../wire.ts';

/** What a server does when somebody comes, and with each frame. */
export interface Manners {
  greet?(socket: WebSocket): void;
  hear?(socket: WebSocket, frame: Buffer, isBinary: boolean): void;
}

export interface TestServer {
  url: string;
  port: number;
  /** Connections so far. */
  greeted(): number;
  /** Ends every connection, too, as a crash does. */
  close(): Promise<void>;
}

/**
 * A real websocket server on loopback with manners of its choice.
 * @example const server = await startServer(openpiServer(() => ({ actions: commands(5) })))
 */
export async function startServer(manners: Manners, port = 0): Promise<TestServer> {
  let greeted = 0;
  const sockets = new WebSocketServer({ host: '127.0.0.1', port });
  sockets.on('connection', (socket) => {
    greeted += 1;
    socket.on('error', () => {});
    manners.greet?.(socket);
    socket.on('message', (frame: Buffer, isBinary) => manners.hear?.(socket, frame, isBinary));
  });
  await new Promise<void>((resolve) => sockets.on('listening', resolve));
  const address = sockets.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `ws://127.0.0.1:${address.port}`,
    port: address.port,
    greeted: () => greeted,
    close() {
      for (const socket of sockets.clients) socket.terminate();
      return new Promise((resolve) => sockets.close(() => resolve()));
    },
  };
}

/** Speaks openpi's dialect: says what it is, and answers each observation. A text is sent as a text. */
export function openpiServer(answer: (observation: Wire) => Packable, about: Packable = {}): Manners {
  return {
    greet: (socket) => socket.send(encode(about, binaryKeys)),
    hear(socket, frame) {
      const reply = answer(decode(frame, binaryKeys));
      if (typeof reply !== 'string') return socket.send(encode(reply, binaryKeys));
      socket.send(reply);
      socket.close(1011, 'Internal server error. Traceback included in previous frame.');
    },
  };
}

/** So many commands of 14 numbers, the first number counting up from `from`. */
export function commands(
  count: number,
  opts: { from?: number; dtype?: 'float32' | 'float64'; width?: number } = {},
): NdArray {
  const { from = 0, dtype = 'float32', width = 14 } = opts;
  const numbers = Array.from({ length: count * width }, (_, i) => (i % width === 0 ? from + i / width : 0));
  return fromNumbers(numbers, dtype, [count, width]);
}

/** A TCP server whose every connection is handed over. */
export async function startTcp(hear: (socket: Socket) => void): Promise<{ url: string; close(): Promise<void> }> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on('error', () => {}));
    hear(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `tcp://127.0.0.1:${address.port}`,
    close() {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
