import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** One request as the server saw it. */
export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
  /** All texts of the question, joined by newlines: tells which unit was asked. */
  prompt: string;
  /** How many requests with this very prompt came before. */
  earlier: number;
}

/** What the server does with a request. */
export type Behaviour = (response: ServerResponse, request: SeenRequest) => void;

export interface BadServer {
  /** Base URL for the OpenAI dialect: `http://127.0.0.1:<port>/v1`. */
  url: string;
  /** Every request so far, in order of arrival. */
  received: SeenRequest[];
  /** Requests being answered right now, and the most there ever were. */
  active(): number;
  peak(): number;
  /** Destroys every connection. */
  close(): Promise<void>;
}

/**
 * A real server on loopback that misbehaves as told, request by request.
 * @example
 * const server = await startBadServer(({ earlier }) => (earlier === 0 ? behave.status(500) : behave.says('B')));
 * … model with base URL server.url …
 * await server.close();
 */
export async function startBadServer(choose: (request: SeenRequest) => Behaviour): Promise<BadServer> {
  const received: SeenRequest[] = [];
  const asked = new Map<string, number>();
  let active = 0;
  let peak = 0;
  const server = createServer(async (incoming, response) => {
    active++;
    peak = Math.max(peak, active);
    response.on('close', () => active--);
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of incoming) chunks.push(chunk);
    } catch {
      return; // The client went away.
    }
    const body = Buffer.concat(chunks).toString();
    const prompt = promptOf(body);
    const { method = '', url: path = '', headers } = incoming;
    const earlier = asked.get(prompt) ?? 0;
    asked.set(prompt, earlier + 1);
    const request = { method, path, headers, body, prompt, earlier };
    received.push(request);
    choose(request)(response, request);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    received,
    active: () => active,
    peak: () => peak,
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A chat completion as OpenAI writes it; `changes` go over its only choice. */
export function completion(content: unknown, changes: Record<string, unknown> = {}): string {
  return JSON.stringify({
    id: 'chatcmpl-1',
    model: 'served-name',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop', ...changes }],
    usage: { prompt_tokens: 11, completion_tokens: 7, completion_tokens_details: { reasoning_tokens: 3 } },
  });
}

/** Ways to behave, good and bad. */
export const behave = {
  says: (text: string): Behaviour => behave.sends(completion(text)),
  refuses: (): Behaviour =>
    behave.sends(completion(null, { message: { role: 'assistant', content: null, refusal: 'I cannot help.' } })),
  isFiltered: (): Behaviour => behave.sends(completion('', { finish_reason: 'content_filter' })),
  isCutOff: (): Behaviour => behave.sends(completion('The answer is', { finish_reason: 'length' })),
  isEmpty: (): Behaviour => behave.sends(completion(null)),
  /** An error in a reply that claims success, as OpenRouter does. */
  hidesError: (code: number): Behaviour =>
    behave.sends(JSON.stringify({ error: { code, message: 'upstream failed' } })),
  html: (): Behaviour => behave.sends('<html><body>Log\u0007 in</body></html>', { 'content-type': 'text/html' }),
  invalidUtf8: (): Behaviour => behave.sends(Buffer.from([0x22, 0xc3, 0x28, 0x22])),

  sends: (body: string | Buffer, headers: Record<string, string> = {}): Behaviour => behave.status(200, body, headers),

  status:
    (
      status: number,
      body: string | Buffer = '{"error":{"message":"as told"}}',
      headers: Record<string, string> = {},
    ): Behaviour =>
    (response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(body);
    },

  /** Closes the connection without a word. */
  resets: (): Behaviour => (response) => response.socket?.resetAndDestroy(),

  /** Sends the beginning of a reply, then resets the connection. */
  resetsMidBody: (): Behaviour => (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"id":', () => response.socket?.resetAndDestroy());
  },

  /** Announces more than it sends, then closes in good order. */
  truncates: (): Behaviour => (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000', connection: 'close' });
    response.write(completion('A').slice(0, 40), () => response.socket?.end());
  },

  /** Ends a chunked reply without its last chunk. */
  truncatesChunks: (): Behaviour => (response) => {
    response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
    response.write(completion('A'), () => response.socket?.end());
  },

  /** Sends a space every few milliseconds, for ever. */
  drips: (): Behaviour => (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 5);
    response.on('close', () => clearInterval(timer));
  },

  /** Sends so many bytes, as fast as they are taken. */
  floods:
    (bytes: number): Behaviour =>
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const chunk = Buffer.alloc(2 ** 16, 'a');
      let left = bytes;
      const pour = () => {
        while (left > 0 && !response.destroyed) {
          left -= chunk.length;
          if (!response.write(chunk)) return void response.once('drain', pour);
        }
        response.end();
      };
      pour();
    },

  /** Takes the question and never answers. */
  isSilent: (): Behaviour => () => {},
};

/** The texts of a question, in any dialect. */
function promptOf(body: string): string {
  const texts: string[] = [];
  try {
    JSON.parse(body, (key, value) => {
      if (key === 'text' && typeof value === 'string') texts.push(value);
      return value;
    });
  } catch {
    // A request without a body.
  }
  return texts.join('\n');
}
