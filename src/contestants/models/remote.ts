import { z } from 'zod';
import { type Model, ProviderError } from '../../contracts/index.ts';
import { type Env, redactor } from '../../host/index.ts';
import { anthropic } from './anthropic.ts';
import { encodeJson } from './body.ts';
import type { Dialect } from './dialect.ts';
import { type Endpoint, shownUrl } from './endpoints.ts';
import { gemini } from './gemini.ts';
import { openHttp } from './http.ts';
import { openai } from './openai.ts';
import { replyRedactor } from './redact-reply.ts';

const dialects: Record<Endpoint['dialect'], Dialect> = { openai, anthropic, gemini };

/** What servers list of their models; vLLM also which weights each has. */
const Listed = z.object({
  data: z.array(
    z.looseObject({
      id: z.string(),
      root: z.string().optional().catch(undefined),
      max_model_len: z.number().optional().catch(undefined),
    }),
  ),
});

export interface RemoteOptions {
  /** For proxies. */
  env: Env;
  /** A quota is used up: the server wants nothing more for so long. */
  onRateLimit?(waitMs: number): void;
}

/** A model behind an HTTP API. */
export function remoteModel(endpoint: Endpoint, opts: RemoteOptions): Model {
  const { id, name, baseUrl, key, capabilities } = endpoint;
  const dialect = dialects[endpoint.dialect];
  const secrets = [...(key ? [key] : []), ...Object.values(endpoint.headers), ...baseUrl.searchParams.values()];
  const redact = redactor(secrets);
  const redactReply = replyRedactor(secrets);
  const open = (url: URL) =>
    openHttp({
      baseUrl: url,
      headers: { ...dialect.headers, ...(key ? dialect.auth(key) : {}), ...endpoint.headers },
      timeoutMs: endpoint.timeoutMs,
      secrets,
      env: opts.env,
    });
  const http = open(baseUrl);
  /** vLLM and others tell their version beside the API. */
  const versionOf = async (url: URL, signal: AbortSignal) => {
    const beside = open(url);
    try {
      const { json } = await beside.get('', signal);
      return z.object({ version: z.string() }).safeParse(json).data?.version;
    } catch {
      return undefined;
    } finally {
      await beside.close();
    }
  };
  const shown = shownUrl(baseUrl);

  return {
    id,
    capabilities,
    settings: { dialect: endpoint.dialect, baseUrl: shown, ...dialect.settings },

    async answer(request, signal) {
      const clip = request.parts.some((part) => 'media' in part && part.media.type.startsWith('video/'));
      if (clip && !capabilities.video) throw new ProviderError('rejected', `${id} takes no clips, only pictures`);
      const body = encodeJson(dialect.body(request, endpoint));
      const { json, waitMs } = await http.post(dialect.path(name), body, signal);
      if (waitMs !== undefined) opts.onRateLimit?.(waitMs);
      return redactReply(dialect.read(json));
    },

    async ping(signal) {
      const { json } = await http.get(dialect.pingPath(name), signal);
      const listed = Listed.safeParse(json).data?.data;
      if (!listed || listed.some((model) => model.id === name)) return `${shown} answers`;
      const some = listed.slice(0, 5).map((model) => redact(model.id));
      return `${shown} answers, but does not list ${name}; it has ${some.join(', ')}${listed.length > 5 ? ' …' : ''}`;
    },

    async claims(signal) {
      const { json } = await http.get(dialect.pingPath(name), signal);
      const { data = [] } = Listed.safeParse(json).data ?? {};
      const own = data.find((model) => model.id === name);
      const told = {
        models: data.map((model) => model.id).sort(),
        root: own?.root,
        max_model_len: own?.max_model_len,
        version: await versionOf(new URL('/version', baseUrl), signal),
      };
      return Object.fromEntries(
        Object.entries(told).flatMap(([what, value]) =>
          value === undefined ? [] : [[what, redact([value].flat().join(', ')).slice(0, 200)]],
        ),
      );
    },

    close: () => http.close(),
  };
}
