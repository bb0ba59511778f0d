import { createServer } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import {
  type EpisodeStart,
  type Hands,
  messageOf,
  type Observation,
  type Policy,
  PolicyError,
  SextantError,
} from '../../../contracts/index.ts';
import { builtInPolicy } from '../built-in.ts';
import { actionWidth } from '../remote/actions.ts';
import { binaryKeys } from '../remote/array-forms.ts';
import { MOST_BYTES } from '../remote/channel.ts';
import { decode } from '../remote/decode.ts';
import { encode, type PackableMap } from '../remote/encode.ts';
import { isMap, NdArray, rowsOf, stacked, toNumbers, type Wire, type WireMap } from '../remote/wire.ts';

const Start = z.object({ unit: z.string(), epoch: z.number().int(), seed: z.number().int() });
const Block = z
  .object({ label: z.string() })
  .catchall(z.json())
  .transform(({ label, ...extras }) => ({ label, extras }));

/** What one request says. */
interface ReceivedObservation {
  observation: Observation;
  start: EpisodeStart;
}

/**
 * An observation out of a request. Clients that are not Sextant leave `sextant` out: then every connection is one episode, and
 * steps are requests.
 */
function receive(request: Wire, earlier: number): ReceivedObservation {
  if (!isMap(request)) throw new Error('an observation must be a map');
  const { state, prompt = '', sextant = {} } = request;
  if (!(state instanceof NdArray) || state.shape.join() !== '14') {
    throw new Error(`"state" must be an array (14), got ${state instanceof NdArray ? state : typeof state}`);
  }
  if (typeof prompt !== 'string') throw new Error('"prompt" must be a text');
  const own = isMap(sextant) ? sextant : {};
  const { unit, epoch, seed } = own.start === undefined ? { unit: '', epoch: 0, seed: 0 } : Start.parse(own.start);
  // Its clients are not asked for what none of these policies looks at.
  const none = new Float64Array(7);
  return {
    start: { instruction: prompt, unit: { id: unit, epoch }, seed },
    observation: {
      instruction: prompt,
      step: typeof own.step === 'number' ? own.step : earlier,
      images: {},
      state: toNumbers(state),
      joints: new Float64Array(14),
      hands: { left: none, right: none },
      ...(isMap(own.hands) ? { peek: handsOf(own.hands, own.truth) } : {}),
    },
  };
}

/** Hands that fetch along the ways that came with the request. */
function handsOf({ blocks, routes = {} }: WireMap, truth: Wire | undefined): Hands {
  return {
    blocks: z.array(Block).parse(blocks),
    fetch(label) {
      const route = isMap(routes) ? routes[label] : undefined;
      if (route instanceof NdArray) return rowsOf(route);
      throw new PolicyError('policy_failed', typeof route === 'string' ? route : `there is no way to block ${label}`);
    },
    ...(typeof truth === 'string' ? { truth } : {}),
  };
}

export interface ServePolicyOptions {
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
  { host, port, onError }: ServePolicyOptions,
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
function converse(socket: WebSocket, name: string, onError: ServePolicyOptions['onError']): void {
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
      // Clients that do not know "done" get commands that keep the robot where it is.
      actions: stacked(commands),
      ...(chunk === 'done' ? { done: true } : {}),
      server_timing: timing,
    };
  };
}
