import { createServer } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { messageOf, type Policy, SextantError } from '../../../contracts/index.ts';
import { builtInPolicy } from '../built-in.ts';
import { actionWidth } from '../remote/actions.ts';
import { binaryKeys } from '../remote/array-forms.ts';
import { MOST_BYTES } from '../remote/channel.ts';
import { decode } from '../remote/decode.ts';
import { encode, type PackableMap } from '../remote/encode.ts';
import { stacked } from '../remote/wire.ts';
import { receive } from './observation.ts';

export interface ServeOptions {
  host: string;
  /** 0 takes any that is free. */
  port: number;
  /** Told what went wrong, while the server goes on. */
  onError?(error: unknown): void;
}

/** What a policy needs beside the state and the instruction. */
const own = ['sextant/start', 'sextant/step', 'sextant/hands'];
const peekKeys = { nothing: [], hands: own, truth: [...own, 'sextant/truth'] };

/**
 * Serves one of the built-in policies as openpi serves its own, for clients that want somebody to talk to.
 * @example const server = await servePolicy('expert', { host: '127.0.0.1', port: 8000 })
 */
export async function servePolicy(
  name: string,
  { host, port, onError }: ServeOptions,
): Promise<{ url: string; close(): Promise<void> }> {
  const shown = builtInPolicy(name);
  if (!shown) throw new SextantError('unknown_policy', `no policy is called "${name}"`);
  const greeting = encode(
    {
      policy: shown.id,
      action_dim: actionWidth.qpos,
      observation_keys: ['state', 'prompt', ...peekKeys[shown.needs.peeks]],
    },
    binaryKeys,
  );
  const http = createServer((request, response) => {
    const isHealth = request.url === '/healthz';
    response
      .writeHead(isHealth ? 200 : 426, { 'content-type': 'text/plain' })
      .end(isHealth ? 'OK\n' : 'websockets only\n');
  });
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false, maxPayload: MOST_BYTES });
  sockets.on('connection', (socket) => {
    socket.on('error', (error) => onError?.(error));
    socket.send(greeting);
    converse(socket, name, onError);
  });
  await new Promise<void>((resolve, reject) => {
    // It hears what happens to the HTTP server, too.
    sockets.once('listening', resolve).once('error', reject);
    http.listen(port, host);
  }).catch((error: unknown) => {
    throw new SextantError('bad_argument', messageOf(error), { fix: 'choose another --host or --port' });
  });
  const address = http.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  return {
    url: `ws://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    async close() {
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      await closed;
    },
  };
}

/** One connection: its own policy, one request after the other. */
function converse(socket: WebSocket, name: string, onError: ServeOptions['onError']): void {
  const policy = builtInPolicy(name);
  if (!policy) return;
  const answer = answering(policy);
  let last = Promise.resolve();
  socket.on('message', (data: Buffer, isBinary) => {
    last = last.then(async () => {
      try {
        if (!isBinary) throw new Error('observations are binary');
        socket.send(encode(await answer(data), binaryKeys));
      } catch (error) {
        onError?.(error);
        // As openpi does: what happened as a text, then the end.
        socket.send(error instanceof Error ? (error.stack ?? error.message) : messageOf(error));
        socket.close(1011, 'Internal server error. Traceback included in previous frame.');
      }
    });
  });
}

/** Answers requests, with the times that openpi's server adds. */
function answering(policy: Policy): (frame: Uint8Array) => Promise<PackableMap> {
  let requests = 0;
  let before: number | undefined;
  return async (frame) => {
    const began = performance.now();
    const { observation, start } = receive(decode(frame, binaryKeys), requests);
    if (observation.step === 0 || requests === 0) await policy.reset(start);
    requests += 1;
    const chunk = await policy.act(observation);
    const commands = chunk === 'done' ? [observation.state] : chunk;
    const took = performance.now() - began;
    const timing = { infer_ms: took, ...(before === undefined ? {} : { prev_total_ms: before }) };
    before = took;
    return {
      // Whoever does not know "done" is told to stay where it is.
      actions: stacked(commands),
      ...(chunk === 'done' ? { done: true } : {}),
      server_timing: timing,
    };
  };
}
