import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { type Model, messageOf, ProviderError, Said, SextantError } from '../../contracts/index.ts';
import { demandFile, machineError, readRegular, sha256 } from '../../files/index.ts';
import { type Env, moduleFix, redactor, secretsIn } from '../../host/index.ts';
import { problemsOf } from '../../util/index.ts';
import { replyRedactor } from './redact-reply.ts';

/** What a module's `createModel` is given. */
interface ModuleOptions {
  env: Env;
  seed: number;
  timeoutMs?: number;
}

function method<F>() {
  return z.custom<F>((value) => typeof value === 'function', 'must be a function');
}
export const ModelShape = z.object({
  id: z.string().min(1),
  capabilities: z.strictObject({
    maxImages: z.number().int().nonnegative(),
    video: z.boolean(),
    coordinates: z.enum(['relative', 'pixels', 'thousandths']).nullable(),
    peeks: z.enum(['nothing', 'space', 'truth']),
  }),
  settings: z.record(z.string(), z.json()),
  answer: method<Model['answer']>(),
  ping: method<NonNullable<Model['ping']>>().exactOptional(),
  close: method<NonNullable<Model['close']>>().exactOptional(),
});

/** A model written by the user: a module that exports `model`, a default, or `createModel(opts)`. */
export async function openModule(path: string, cwd: string, opts: ModuleOptions): Promise<Model> {
  const file = resolve(cwd, path);
  const fix = 'export `model`, a default model, or `createModel(opts)`; see examples/my-model.ts';
  const exported = await load(file, opts);
  if (exported === undefined) {
    throw new SextantError('unknown_model', 'the module exports no model', { where: file, fix });
  }
  const shape = ModelShape.safeParse(exported);
  if (!shape.success) {
    throw new SextantError('unknown_model', `what the module exports is no model: ${problemsOf(shape.error)}`, {
      where: file,
      fix,
    });
  }
  // Its own name space: a module cannot pass for somebody else's model.
  const id = `module/${shape.data.id.replace(/^module\//, '')}`;
  return guardModel({ id, file, sha256: sha256(readRegular(file)), exported }, opts);
}

/** A model out of a module of the user's. */
export interface ModuleModel {
  /** What it is called in runs. */
  id: string;
  /** Whose code it is. */
  file: string;
  sha256: string;
  /** As the module has it; checked when it is opened. */
  exported: unknown;
}

/** People's code may return, throw or wait for anything: what leaves here keeps to the contract. */
export function guardModel({ id, file, sha256, exported }: ModuleModel, opts: ModuleOptions): Model {
  const { capabilities, settings, answer, ping, close } = ModelShape.parse(exported);
  const { timeoutMs = 600_000 } = opts;
  const secrets = secretsIn(opts.env);
  const redact = redactor(secrets);
  const redactReply = replyRedactor(secrets);
  return {
    id,
    capabilities,
    // Its content: a changed module is another model.
    settings: { ...settings, file: sha256 },
    async answer(request, signal) {
      try {
        const parsed = Said.safeParse(await within(timeoutMs, signal, () => answer.call(exported, request, signal)));
        // People's code may return anything, whatever the types say.
        if (!parsed.success) throw new Error(`this is no reply: ${problemsOf(parsed.error)}`);
        return redactReply(parsed.data);
      } catch (thrown) {
        if (thrown instanceof ProviderError) {
          if (redact(thrown.message) === thrown.message) throw thrown;
          const { kind, message, status, retryAfterMs } = thrown;
          const known = {
            ...(status === undefined ? {} : { status }),
            ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
          };
          throw new ProviderError(kind, redact(message), known);
        }
        const ours = machineError(thrown);
        if (ours) throw ours;
        if (signal.aborted) throw new ProviderError('aborted', 'the request was cancelled');
        // A bug does not go away by asking again.
        throw new ProviderError('rejected', redact(`${basename(file)}: ${messageOf(thrown)}`));
      }
    },
    ...(ping ? { ping: (signal) => ping.call(exported, signal) } : {}),
    ...(close ? { close: () => close.call(exported) } : {}),
  };
}

/** People's code may never answer and may ignore the signal: we do not. */
async function within<T>(timeoutMs: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const ended = AbortSignal.any([signal, stop.signal]);
  const timer = setTimeout(() => stop.abort(), timeoutMs);
  try {
    return await Promise.race([
      work(),
      new Promise<never>((_, reject) => {
        const give = () =>
          reject(
            signal.aborted
              ? new ProviderError('aborted', 'the request was cancelled')
              : new ProviderError('timeout', `no reply after ${timeoutMs / 1000} s`),
          );
        if (ended.aborted) give();
        else ended.addEventListener('abort', give, { once: true });
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

async function load(file: string, opts: ModuleOptions): Promise<unknown> {
  demandFile(file, 'unknown_model');
  try {
    const loaded: Record<string, unknown> = await import(pathToFileURL(file).href);
    const found = loaded.createModel ?? loaded.model ?? loaded.default;
    return typeof found === 'function' ? await found(opts) : found;
  } catch (thrown) {
    const message = `cannot load the module: ${messageOf(thrown)}`;
    throw new SextantError('unknown_model', message, { where: file, ...moduleFix(thrown), cause: thrown });
  }
}
