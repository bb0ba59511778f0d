import { createHash } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Model, ProviderError, type Reply, SextantError } from '../../contracts/index.ts';
import { type Env, isModulePath, ownFile, redirection } from '../../host/index.ts';
import { readEvents, readRunFile, runPaths } from '../../store/index.ts';
import { nearest } from '../../util/index.ts';
import { isOnnxPath, referenceModels } from '../onnx/references.ts';
import { baselineModel, baselines } from './baselines.ts';
import type { Config } from './config.ts';
import { allProviders, type Endpoint, resolveEndpoint, shownUrl } from './endpoints.ts';
import { firstSet, isLoopback } from './environment.ts';
import { guardModel, openModule } from './module.ts';
import { builtinPrices } from './prices.ts';
import { aliases } from './providers.ts';
import { openPythonModel, pythonClass } from './python.ts';
import { modelRegistry } from './registry.ts';
import { readWorkplace, type Workplace } from './workplace.ts';

export interface OpenModelOptions extends Workplace {
  /** For one request, over what the endpoint says. */
  timeoutMs?: number;
  seed: number;
  /** Base URLs in place of the provider's own: replicas of one model. */
  endpoints?: readonly string[];
  /** Requests under way at once, at each of several endpoints. */
  concurrency?: number | 'auto';
  /** A quota is used up: the server wants nothing more for so long. */
  onRateLimit?(waitMs: number): void;
  /** Something a person should know before anything is sent. */
  onWarning?(text: string): void;
}

/**
 * The model behind an id: `provider/name`, `baseline/random`, `replay/<run>`, a file such as `./my-model.ts` or `./point.onnx`, or
 * `python:my_vlm.py:MyVLM`.
 * @example const model = await openModel('vllm/Qwen/Qwen3-VL-8B-Instruct', { env: process.env, cwd: process.cwd(), seed: 0 })
 */
export async function openModel(id: string, opts: OpenModelOptions): Promise<Model> {
  const { env, config } = await readWorkplace(opts);
  const { cwd, seed, timeoutMs, onRateLimit, endpoints = [] } = opts;
  const limit = timeoutMs === undefined ? {} : { timeoutMs };
  if (endpoints.length > 0) demandServer(id, config);
  if (isModulePath(id)) return openModule(id, cwd, { env, seed, ...limit });
  const learned = referenceModels.find((each) => each.id === id);
  // The runtime of networks is loaded only when one is asked for.
  if (learned) return (await import('../onnx/open.ts')).openOnnxModel(fileURLToPath(learned.file), cwd, id);
  if (isOnnxPath(id)) return (await import('../onnx/open.ts')).openOnnxModel(id, cwd);
  const python = pythonClass(id);
  if (python) return openPythonModel(python, { env, cwd, ...limit });

  const brought = modelRegistry.get(id);
  if (brought) return guardModel(brought, { env, seed, ...limit });

  const name = id.slice(id.indexOf('/') + 1);
  if (id.startsWith('replay/')) return openReplay(resolve(cwd, name));
  const baseline = id.startsWith('baseline/') ? baselineModel(name, seed) : null;
  if (baseline) return baseline;
  const endpoint = resolveEndpoint(id, { env, config, at: endpoints });
  if (!endpoint) throw unknown(id, config);
  for (const detour of detours(endpoint, env, opts.env)) opts.onWarning?.(detour);
  // Only now: the HTTP library takes longer to load than all the rest, and most verbs need none.
  const { remoteModel } = await import('./remote.ts');
  const open = (baseUrl: URL, whenEmpty = onRateLimit) =>
    remoteModel({ ...endpoint, ...limit, baseUrl }, { env, ...(whenEmpty ? { onRateLimit: whenEmpty } : {}) });
  // One that was named is one of several: the others may have been named before, or may be again.
  if (endpoints.length === 0 && endpoint.baseUrls.length === 1) return open(endpoint.baseUrl);
  const { replicatedModel } = await import('./replicas.ts');
  return replicatedModel(
    endpoint.baseUrls.map((url) => (whenEmpty) => ({ at: shownUrl(url), model: open(url, whenEmpty) })),
    {
      concurrency: opts.concurrency ?? 'auto',
      now: () => performance.now(),
      ...(opts.onWarning && { onWarning: (text) => opts.onWarning?.(text) }),
    },
  );
}

/** Only a server can be somewhere else. */
function demandServer(id: string, config: Config): void {
  const [prefix = ''] = id.split('/');
  if (Object.hasOwn(allProviders(config), aliases.get(prefix) ?? prefix)) return;
  throw new SextantError('bad_argument', `${id} is not a model behind a server`, {
    where: '--endpoint',
    fix: 'name the provider whose API the endpoints speak, for example --model vllm/my-model',
  });
}

/** Where `.env` leads secrets that were exported. */
function detours({ baseUrl, movedBy, secretEnv: secrets }: Endpoint, env: Env, exported: Env): string[] {
  // Without TLS, every hop on the way can read the request.
  const isOpen = baseUrl.protocol === 'http:' && !isLoopback(baseUrl);
  const proxy = isOpen ? firstSet(env, ['http_proxy', 'HTTP_PROXY'])?.name : undefined;
  return [
    redirection(exported, { by: movedBy, secrets, to: baseUrl.origin }),
    redirection(exported, { by: proxy, secrets, to: 'a proxy' }),
  ].filter((detour) => detour !== undefined);
}

function unknown(id: string, config: Config): SextantError {
  const prefixes = [...Object.keys(allProviders(config)), 'replay'];
  const own = [
    ...Object.keys(baselines).map((name) => `baseline/${name}`),
    ...referenceModels.map(({ id }) => id),
    ...modelRegistry.all().map(({ id }) => id),
  ];
  const [prefix = '', ...rest] = id.split('/');
  const near = rest.length > 0 || prefixes.includes(prefix) ? nearest(prefix, [...prefixes, 'baseline']) : undefined;
  const named = Object.keys(builtinPrices).filter((priced) => !priced.endsWith('*'));
  if (prefix === 'policy')
    return new SextantError('unknown_model', `${id} is a policy, not a model`, { fix: `name it with --policy ${id}` });
  if (id.startsWith('python:'))
    return new SextantError('unknown_model', `${id} does not name a class in a file`, {
      fix: 'write python:<file>.py:<class>',
    });
  const guess =
    ownFile(id) ??
    (near && near !== 'baseline' ? `${near}/${rest.join('/') || '<name>'}` : nearest(id, [...own, ...named]));
  return new SextantError('unknown_model', `no model is called "${id}"${guess ? `; did you mean ${guess}?` : ''}`, {
    fix: guess
      ? '`sextant list models` shows them all'
      : `name its provider first, for example vllm/${id} for a server of your own; \`sextant list models\` shows them all`,
  });
}

/** Answers with what a model said in an earlier run: the same question under another protocol costs nothing. */
async function openReplay(folder: string): Promise<Model> {
  const { spec } = readRunFile(folder);
  const replies = new Map<string, Reply>();
  const content = createHash('sha256');
  for await (const read of readEvents(runPaths(folder).events)) {
    if ('event' in read && read.event.event === 'attempt' && read.event.final && read.event.reply) {
      // What was said, not what was done.
      const { episode: _, film: __, acting: ___, ...reply } = read.event.reply;
      replies.set(`${read.event.epoch}:${read.event.unit}`, reply);
      content.update(read.line.text);
    }
  }
  return {
    id: `replay/${basename(folder)}`,
    capabilities: { maxImages: Number.POSITIVE_INFINITY, video: true, coordinates: null, peeks: 'nothing' },
    // The answers themselves: two folders of the same name are two models.
    settings: { model: spec.model.id, protocol: spec.protocolHash, answers: content.digest('hex') },
    async answer({ unit }) {
      const reply = replies.get(`${unit.epoch}:${unit.id}`);
      if (reply) return reply;
      throw new ProviderError('rejected', `${folder} has no answer for ${unit.id}`);
    },
  };
}
