import { connect as connectTcp } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { messageOf, PolicyError, SextantError } from '../../../contracts/index.ts';
import { backoffMs, retry, type Tried } from '../../../util/index.ts';
import { refuse, type Terms } from './agreement.ts';
import { type Channel, channelOver, Inbox, MOST_BYTES } from './channel.ts';
import type { PolicyDialect, PolicySession } from './dialect.ts';
import type { RemotePolicyOptions } from './options.ts';

/** How long to wait for the closing handshake before the socket is terminated. */
const GOODBYE_MS = 1000;

/** Opens a websocket as openpi's client does: no compression, and no pings of ours, since a server that infers cannot answer them. */
function openWebSocket(
  url: string,
  { headers = {}, signal }: { headers?: Record<string, string>; signal: AbortSignal },
): Promise<Channel> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, {
      perMessageDeflate: false,
      maxPayload: MOST_BYTES,
      headers,
    });
    const inbox = new Inbox();
    const abandon = () => socket.terminate();
    signal.addEventListener('abort', abandon, { once: true });
    socket.on('message', (data: Buffer, isBinary) => inbox.put(isBinary ? data : data.toString()));
    socket.on('error', (error) => {
      inbox.fail(`the connection to ${url} broke: ${error.message}`);
      reject(error);
    });
    socket.on('close', (code, reason) => {
      signal.removeEventListener('abort', abandon);
      const why = reason.length > 0 ? `: ${reason.toString()}` : '';
      inbox.fail(`the connection to ${url} was closed (code ${code}${why})`);
    });
    socket.on('open', () => {
      signal.removeEventListener('abort', abandon);
      resolve(channelOver(inbox, { send: (frame) => socket.send(frame), close: () => hangUp(socket) }));
    });
    if (signal.aborted) abandon();
  });
}

function hangUp(socket: WebSocket): Promise<void> {
  if (socket.readyState === WebSocket.CLOSED) return Promise.resolve();
  return new Promise((resolve) => {
    socket.once('close', () => resolve());
    socket.close();
    setTimeout(() => socket.terminate(), GOODBYE_MS).unref();
  });
}

/** Between two tries. */
const PAUSE_MS = { first: 100, most: 5000 };

/** How to reach a server and what to agree on. */
export interface Contact {
  dialect: PolicyDialect;
  terms: Terms;
  options: RemotePolicyOptions;
  headers: Record<string, string>;
}

/** A session and the line it uses. */
export interface PolicyLine {
  channel: Channel;
  session: PolicySession;
}

/** Greets a server, and refuses it when it does not fit. */
async function greet(server: string, contact: Contact, signal: AbortSignal): Promise<PolicyLine> {
  const { dialect, terms, options, headers } = contact;
  const channel =
    dialect.transport === 'tcp' ? await openTcp(server, { signal }) : await openWebSocket(server, { headers, signal });
  const hangUp = () => void channel.close();
  signal.addEventListener('abort', hangUp, { once: true });
  try {
    const session = await dialect.greet(channel, terms, options);
    refuse(session.differences, server);
    return { channel, session };
  } catch (error) {
    void channel.close();
    throw error;
  } finally {
    signal.removeEventListener('abort', hangUp);
  }
}

/** Greets the first of these servers that answers; asks all of them again, ever more seldom, until the time is up. */
export async function connect(
  servers: readonly string[],
  contact: Contact,
  { waitMs, signal }: { waitMs: number; signal: AbortSignal },
): Promise<PolicyLine> {
  const end = performance.now() + waitMs;
  let rounds = 0;
  const once = async (): Promise<Tried<PolicyLine>> => {
    const reasons: string[] = [];
    for (const server of servers) {
      try {
        return { done: await greet(server, contact, signal) };
      } catch (error) {
        if (error instanceof SextantError || signal.aborted) throw error;
        reasons.push(`${server}: ${whyNot(error)}`);
      }
    }
    rounds += 1;
    const again = backoffMs(rounds, PAUSE_MS);
    if (performance.now() + again > end)
      throw new PolicyError('policy_unreachable', `no server answers: ${reasons.join('; ')}`);
    return { again };
  };
  return retry(once, (ms) => sleep(ms, undefined, { signal }));
}

/** Node gives an error without a message when a host has several addresses and all of them fail. */
function whyNot(error: unknown): string {
  return (
    messageOf(error) || (error instanceof AggregateError ? error.errors.map(messageOf).join(', ') : 'no connection')
  );
}

const HEAD = 4;

/** Opens a TCP connection on which every message has its length before it, in four bytes, the largest first. */
function openTcp(url: string, { signal }: { signal: AbortSignal }): Promise<Channel> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connectTcp({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), noDelay: true });
    const inbox = new Inbox();
    const abandon = () => socket.destroy(new Error('given up'));
    const split = splitter(
      (message) => inbox.put(message),
      (length) => {
        inbox.fail(`${url} announces a message of ${length} bytes, more than ${MOST_BYTES}`);
        socket.destroy();
      },
    );
    signal.addEventListener('abort', abandon, { once: true });
    socket.on('data', split);
    socket.on('error', (error) => {
      inbox.fail(`the connection to ${url} broke: ${error.message}`);
      reject(error);
    });
    socket.on('close', () => {
      signal.removeEventListener('abort', abandon);
      inbox.fail(`the connection to ${url} was closed`);
    });
    socket.on('connect', () => {
      signal.removeEventListener('abort', abandon);
      const close = async () => socket.destroySoon();
      resolve(channelOver(inbox, { send: (message) => socket.write(framed(message)), close }));
    });
    if (signal.aborted) abandon();
  });
}

function framed(message: Uint8Array): Uint8Array {
  const out = new Uint8Array(HEAD + message.length);
  new DataView(out.buffer).setUint32(0, message.length);
  out.set(message, HEAD);
  return out;
}

/** Cuts a stream into its messages. */
function splitter(onMessage: (message: Uint8Array) => void, tooLong: (length: number) => void): (data: Buffer) => void {
  const waiting: Buffer[] = [];
  let have = 0;
  let need: number | undefined;
  const take = (length: number): Buffer => {
    const all = Buffer.concat(waiting.splice(0));
    if (all.length > length) waiting.push(all.subarray(length));
    have -= length;
    return all.subarray(0, length);
  };
  return (data) => {
    waiting.push(data);
    have += data.length;
    for (;;) {
      if (need === undefined) {
        if (have < HEAD) return;
        need = take(HEAD).readUInt32BE();
        if (need > MOST_BYTES) return tooLong(need);
      }
      if (have < need) return;
      onMessage(take(need));
      need = undefined;
    }
  };
}
