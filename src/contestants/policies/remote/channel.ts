import { PolicyError } from '../../../contracts/index.ts';

/** A message of a server: bytes, or a text. */
export type ChannelFrame = Uint8Array | string;

/** No answer is longer; a server that sends more is not listened to. */
export const MOST_BYTES = 64 * 1024 * 1024;

/** Frames that may come without being asked for before the server counts as mad. */
const MOST_EARLY = 4;

/** A line to a server on which questions and answers alternate. */
export interface Channel {
  /** Sends and waits for the answer, for as long as it takes: how long that may be is the caller's business. */
  ask(frame: Uint8Array): Promise<ChannelFrame>;
  /** Sends something that has no answer. */
  tell(frame: Uint8Array): void;
  /** What the server says of its own accord, such as a greeting. */
  next(): Promise<ChannelFrame>;
  /** What it said without being asked; in most dialects that is a mistake. */
  early(): ChannelFrame | undefined;
  /** Whether nothing can be asked any more. */
  readonly lost: boolean;
  /** Settles when the other side has said goodbye too, or is not waited for any longer. */
  close(): Promise<void>;
}

/** The connection was lost; whether the last request arrived is unknown. */
export class ConnectionLost extends PolicyError {
  constructor(why: string) {
    super('policy_failed', why);
  }
}

/** Queues the frames of a socket, and fails pending reads when it closes. */
export class Inbox {
  readonly #frames: ChannelFrame[] = [];
  #waiting: PromiseWithResolvers<ChannelFrame> | undefined;
  #failure: ConnectionLost | undefined;

  get lost(): boolean {
    return this.#failure !== undefined;
  }

  put(frame: ChannelFrame): void {
    if (this.#waiting) {
      this.#waiting.resolve(frame);
      this.#waiting = undefined;
    } else if (this.#frames.push(frame) > MOST_EARLY) this.fail('the server talks without being asked');
  }

  /** The first reason counts. */
  fail(why: string): void {
    this.#failure ??= new ConnectionLost(why);
    this.#waiting?.reject(this.#failure);
    this.#waiting = undefined;
  }

  take(): Promise<ChannelFrame> {
    const frame = this.#frames.shift();
    if (frame !== undefined) return Promise.resolve(frame);
    if (this.#failure) return Promise.reject(this.#failure);
    this.#waiting = Promise.withResolvers();
    return this.#waiting.promise;
  }

  early(): ChannelFrame | undefined {
    return this.#frames.shift();
  }
}

/** The channel over a socket, whichever kind it is. */
export function channelOver(inbox: Inbox, socket: { send(frame: Uint8Array): void; close(): Promise<void> }): Channel {
  return {
    ask(frame) {
      const early = inbox.early();
      if (early !== undefined) {
        const said = typeof early === 'string' ? `:\n${tail(early)}` : '';
        return Promise.reject(new PolicyError('policy_failed', `the server spoke without being asked${said}`));
      }
      if (!inbox.lost) socket.send(frame);
      return inbox.take();
    },
    tell(frame) {
      if (!inbox.lost) socket.send(frame);
    },
    next: () => inbox.take(),
    early: () => inbox.early(),
    get lost() {
      return inbox.lost;
    },
    close() {
      inbox.fail('the connection was given up');
      return socket.close();
    },
  };
}

/** The end of a text: of a traceback that is what matters. */
export function tail(text: string): string {
  const most = 4000;
  const trimmed = text.trimEnd();
  return trimmed.length > most ? `… ${trimmed.slice(-most)}` : trimmed;
}
