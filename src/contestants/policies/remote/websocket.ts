import { WebSocket } from 'ws';
import { type Channel, channelOver, Inbox, MOST_BYTES } from './channel.ts';

/** Who does not say goodbye within this time is left without. */
const GOODBYE_MS = 1000;

/** Opens a websocket as openpi's client does: no compression, and no pings of ours, since a server that infers cannot answer them. */
export function openWebSocket(
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
