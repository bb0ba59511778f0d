import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { openConnector } from './undici.ts';

/** `HTTP/1.1 100` */
const STATUS_LENGTH = 12;
const STATUS_AT = 9;
const ONE = 0x31;
const HEAD_END = Buffer.from('\r\n\r\n');
/** Longer heads are no informational responses. */
const MAX_HEAD = 16_384;

/**
 * Connects like undici does, but skips informational responses (100 Continue, 103 Early Hints): undici takes a
 * 100 that nobody asked for as a broken reply.
 */
export function connector(): buildConnector.connector {
  const connect = openConnector({ allowH2: false });
  return (opts, callback) =>
    connect(opts, (...result) => {
      const [, socket] = result;
      if (socket) skipInformational(socket);
      callback(...result);
    });
}

/** One request at a time: what follows a write is the beginning of a response, and nothing after its head is touched. */
function skipInformational(socket: Socket): void {
  const write = socket.write;
  const read = socket.read;
  let awaiting = true;
  let held: Buffer = Buffer.alloc(0);
  socket.write = (...args: unknown[]) => {
    awaiting = true;
    return Reflect.apply(write, socket, args);
  };
  socket.read = (size) => {
    for (;;) {
      const chunk: Buffer | null = Reflect.apply(read, socket, [size]);
      if (chunk === null || !awaiting) return chunk;
      const rest = afterInformational(held.length === 0 ? chunk : Buffer.concat([held, chunk]));
      awaiting = rest.incomplete;
      held = rest.incomplete ? rest.bytes : Buffer.alloc(0);
      if (!rest.incomplete) return rest.bytes;
    }
  };
}

function afterInformational(bytes: Buffer): { bytes: Buffer; incomplete: boolean } {
  let rest = bytes;
  for (;;) {
    if (rest.length < STATUS_LENGTH) return { bytes: rest, incomplete: true };
    // 101 is no such response: it is the last one.
    const isInformational =
      rest[STATUS_AT] === ONE && /^HTTP\/1\.[01] 1(?!01)\d\d/.test(rest.toString('latin1', 0, STATUS_LENGTH));
    const end = isInformational ? rest.indexOf(HEAD_END) : -1;
    if (!isInformational || (end === -1 && rest.length > MAX_HEAD)) return { bytes: rest, incomplete: false };
    if (end === -1) return { bytes: rest, incomplete: true };
    rest = rest.subarray(end + HEAD_END.length);
  }
}
