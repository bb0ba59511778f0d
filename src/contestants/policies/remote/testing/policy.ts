import { onTestFinished } from 'vitest';
import type { ArrayForm } from '../array-forms.ts';
import { decode } from '../decode.ts';
import { encode, type Packable } from '../encode.ts';
import { openRemote, type RemotePolicy } from '../open.ts';
import { type Manners, startServer, type TestServer } from './servers.ts';

/** A server that is gone when the test ends. */
export async function serve(manners: Manners, port?: number): Promise<TestServer> {
  const server = await startServer(manners, port);
  onTestFinished(() => server.close());
  return server;
}

/** A policy that is closed when the test ends. */
export async function policyAt(
  address: string,
  opts: Partial<Parameters<typeof openRemote>[1]> = {},
): Promise<RemotePolicy> {
  const policy = await openRemote(address, { cwd: '.', env: {}, ...opts });
  onTestFinished(() => policy.close?.());
  return policy;
}

/** A message as a test looks into it. */
export type Message = ReturnType<typeof Object>;

/** A server of any dialect that remembers what it heard. A text is sent as a text, undefined is no answer. */
export async function serveForm(
  form: ArrayForm,
  answer: (message: Message) => Packable | undefined,
  greeting?: Packable,
): Promise<TestServer & { heard: Message[] }> {
  const heard: Message[] = [];
  const server = await serve({
    greet: (socket) => greeting !== undefined && socket.send(encode(greeting, form)),
    hear(socket, frame) {
      const message = Object(decode(frame, form));
      heard.push(message);
      const reply = answer(message);
      if (reply !== undefined) socket.send(typeof reply === 'string' ? reply : encode(reply, form));
    },
  });
  return { ...server, heard };
}
