import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Model, messageOf, ProviderError, type Request, SextantError } from '../../contracts/index.ts';
import { demandFile, readRegular, sha256 } from '../../files/index.ts';
import { describePython, PythonError, type PythonPlace, PythonWorker, secretsIn } from '../../host/index.ts';
import { replyRedactor } from './redact-reply.ts';

/** For loading it, and for each answer, unless it says otherwise. */
const TIMEOUT_MS = 600_000;

/** The file and the class in it, or undefined when the id means something else. */
export function pythonClass(id: string): { path: string; name: string } | undefined {
  const [, path, name] = /^python:(.+\.py):(\w+)$/.exec(id) ?? [];
  return path === undefined || name === undefined ? undefined : { path, name };
}

/**
 * A model written for VLMEvalKit: a class (or function) that, called without arguments, gives an object with
 * `generate_inner(msgs, dataset=None)`. One process; questions wait for each other.
 */
export async function openPythonModel(
  { path, name }: { path: string; name: string },
  opts: PythonPlace & { timeoutMs?: number },
): Promise<Model> {
  const file = resolve(opts.cwd, path);
  demandFile(file, 'unknown_model');
  const code = await (async () => readRegular(file))().catch((error: unknown) => {
    throw new SextantError('unknown_model', `cannot read the model: ${messageOf(error)}`, { where: file });
  });
  const { python } = await describePython({ ...opts, numpy: false });
  const { timeoutMs = TIMEOUT_MS } = opts;
  const worker = new PythonWorker(opts, { do: 'model', file, name }, timeoutMs);
  const redactReply = replyRedactor(secretsIn(opts.env));
  let turn: Promise<unknown> = Promise.resolve();

  async function answer(request: Request, signal: AbortSignal): Promise<string> {
    const drop = () => worker.kill();
    signal.addEventListener('abort', drop);
    const folder = await mkdtemp(join(tmpdir(), 'sextant-pictures-'));
    try {
      signal.throwIfAborted();
      const msgs = await messagesOf(request, folder);
      await worker.load();
      const { header } = await worker.ask({ do: 'ask', msgs, dataset: request.dataset ?? null }, { timeoutMs });
      return String(header.text);
    } catch (error) {
      if (signal.aborted) throw new ProviderError('aborted', 'the question was dropped');
      throw error instanceof PythonError ? providerError(error) : error;
    } finally {
      signal.removeEventListener('abort', drop);
      await rm(folder, { recursive: true, force: true });
    }
  }

  return {
    id: `python/${name}`,
    capabilities: { maxImages: Number.POSITIVE_INFINITY, video: false, coordinates: null, peeks: 'nothing' },
    // Its content: a changed file is another model. What a protocol says about decoding does not reach it.
    settings: { file: sha256(code), decoding: 'its own' },
    async answer(request, signal) {
      const mine = turn.then(() => answer(request, signal));
      turn = mine.catch(() => {});
      return redactReply({ text: await mine, finish: 'stop' });
    },
    ping: async () => `Python ${python} is there; the model is loaded when it is first asked`,
    close: () => worker.close(),
  };
}

/** What is asked, as VLMEvalKit has it: texts, and pictures as files. */
async function messagesOf({ system, parts }: Request, folder: string) {
  const said = system === undefined ? parts : [{ text: system }, ...parts];
  return Promise.all(
    said.map(async (part, i) => {
      if ('text' in part) return { type: 'text', value: part.text };
      const file = join(folder, `${i}.${part.media.type.replace(/^.*\//, '').replace('jpeg', 'jpg')}`);
      await writeFile(file, part.data);
      return { type: 'image', value: file };
    }),
  );
}

/** A bug does not go away by asking again; a dead process may have had bad luck. */
function providerError({ kind, message }: PythonError): ProviderError {
  if (kind === 'late') return new ProviderError('timeout', message);
  return new ProviderError(kind === 'died' ? 'server' : 'rejected', message);
}
