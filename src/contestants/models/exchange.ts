import type { Dispatcher } from 'undici';
import { onAbort } from '../../util/index.ts';
import type { Headers } from './rate-limit.ts';

export interface RawResponse {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** Why we gave up ourselves. */
export class GaveUp extends Error {
  readonly why: 'timeout' | 'aborted' | 'too_large';

  constructor(why: GaveUp['why']) {
    super(why);
    this.why = why;
  }
}

export interface ExchangeOptions {
  /** For the whole exchange: connecting, waiting and reading. */
  timeoutMs: number;
  /** Longest body that is read. */
  maxBytes: number;
  signal: AbortSignal;
}

/**
 * One request and its whole reply. Giving up, for whatever reason, closes the connection.
 * On `dispatch` rather than `request`: without a stream and an abort signal per request our own limits cost nothing.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  opts: ExchangeOptions,
): Promise<RawResponse> {
  const { timeoutMs, maxBytes, signal } = opts;
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let over = false;
    let status = 0;
    let headers: Headers = {};
    let size = 0;
    const chunks: Buffer[] = [];

    const finish = () => {
      over = true;
      clearTimeout(timer);
      forget();
    };
    const fail = (error: Error) => {
      if (over) return;
      finish();
      reject(error);
      controller?.abort(error);
    };
    const giveUp = () => fail(new GaveUp('aborted'));
    const timer = setTimeout(() => fail(new GaveUp('timeout')), timeoutMs);
    const forget = onAbort(signal, giveUp);
    if (signal.aborted) return giveUp();

    dispatcher.dispatch(request, {
      onRequestStart(started) {
        controller = started;
        // We gave up while it was still waiting for a connection.
        if (over) started.abort(new GaveUp('aborted'));
      },
      onResponseStart(_controller, receivedStatus, receivedHeaders) {
        status = receivedStatus;
        headers = receivedHeaders;
      },
      onResponseData(_controller, chunk) {
        size += chunk.length;
        if (size > maxBytes) fail(new GaveUp('too_large'));
        else chunks.push(chunk);
      },
      onResponseEnd() {
        finish();
        resolve({ status, headers, bytes: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks) });
      },
      onResponseError: (_controller, error) => fail(error),
    });
  });
}
