import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { messageOf, PolicyError, SextantError } from '../../../contracts/index.ts';
import { backoffMs, retry, type Tried } from '../../../util/index.ts';
import { refuse, type Terms } from './agreement.ts';
import { type Channel, channelOver, Inbox, MOST_BYTES } from './channel.ts';
import type { Dialect, Session } from './dialect.ts';
import type { RemoteOptions } from './options.ts';
import { openTcp } from './tcp.ts';

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
  dialect: Dialect;
  terms: Terms;
  options: RemoteOptions;
  headers: Record<string, string>;
}

/** A session and the line it uses. */
export interface PolicyLine {
  channel: Channel;
  session: Session;
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
