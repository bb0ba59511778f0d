import { connect } from 'node:net';
import { type Channel, channelOver, Inbox, MOST_BYTES } from './channel.ts';

const HEAD = 4;

/** Opens a TCP connection on which every message has its length before it, in four bytes, the largest first. */
export function openTcp(url: string, { signal }: { signal: AbortSignal }): Promise<Channel> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), noDelay: true });
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
