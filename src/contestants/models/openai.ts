import { z } from 'zod';
import type { RequestPart } from '../../contracts/index.ts';
import { Base64 } from './body.ts';
import { type Dialect, expectShape, optional, usageShape } from './dialect.ts';
import { finishOf } from './finish.ts';

const text = z.string().nullish();
const Completion = z.looseObject({
  id: text.catch(null),
  model: text.catch(null),
  choices: z.tuple(
    [
      z.looseObject({
        finish_reason: text.catch(null),
        message: z.looseObject({
          content: z.union([z.string(), z.array(z.looseObject({ text }))]).nullish(),
          // False says that there is none.
          refusal: z.union([text, z.literal(false).transform(() => null)]),
          reasoning_content: text.catch(null),
          reasoning: text.catch(null),
        }),
      }),
    ],
    z.unknown(),
  ),
  usage: usageShape,
});

/** Chat completions: OpenAI, and all who speak like it (vLLM, SGLang, Ollama, llama.cpp, LM Studio, OpenRouter, DashScope). */
export const openai: Dialect = {
  auth: (key) => ({ authorization: `Bearer ${key}` }),
  path: () => '/chat/completions',
  pingPath: () => '/models',

  body({ system, parts, decoding }, { name, baseUrl, mmProcessorKwargs }) {
    const fps = parts.map((part) => ('media' in part ? part.fps : undefined)).find((rate) => rate !== undefined);
    // OpenAI's newer models refuse `max_tokens`; most others do not know its successor.
    const limit = /(^|\.)api\.openai\.com$/.test(baseUrl.hostname) ? 'max_completion_tokens' : 'max_tokens';
    return {
      model: name,
      messages: [
        ...(system === undefined ? [] : [{ role: 'system', content: system }]),
        { role: 'user', content: parts.map(contentOf) },
      ],
      temperature: decoding.temperature,
      top_p: decoding.topP,
      seed: decoding.seed,
      [limit]: decoding.maxTokens,
      // vLLM takes the rate for the whole request (start it with --media-io-kwargs '{"video":{"num_frames":-1}}').
      ...(mmProcessorKwargs && fps !== undefined ? { mm_processor_kwargs: { fps, do_sample_frames: true } } : {}),
    };
  },

  read(json) {
    const { id, model, choices, usage } = isPlain(json) ? json : expectShape(Completion, json);
    const [{ message, finish_reason }] = choices;
    const { content, refusal } = message;
    const said = Array.isArray(content) ? content.map((part) => part.text ?? '').join('') : content;
    const details = usage?.completion_tokens_details;
    const reasoningTokens = details == null ? undefined : usageShape.parse(details)?.reasoning_tokens;
    return {
      text: said || refusal || '',
      finish: refusal ? 'refused' : finishOf(finish_reason),
      ...optional({
        reasoning: message.reasoning_content ?? message.reasoning,
        servedBy: model,
        responseId: id,
        usage: usage && {
          inputTokens: usage.prompt_tokens,
          outputTokens: usage.completion_tokens,
          ...(reasoningTokens == null ? {} : { reasoningTokens }),
        },
      }),
    };
  },
};

/**
 * Nearly all replies have one shape: looking at its fields is several times faster than the schema, which still judges
 * everything else. Whatever passes here, the schema reads in the same way.
 */
function isPlain(json: unknown): json is z.infer<typeof Completion> {
  if (!isRecord(json) || !Array.isArray(json.choices)) return false;
  const { id, model, choices, usage } = json;
  const choice: unknown = choices[0];
  if (!isRecord(choice) || !isRecord(choice.message)) return false;
  const { content, refusal, reasoning_content, reasoning } = choice.message;
  return (
    typeof content === 'string' &&
    [id, model, choice.finish_reason, refusal, reasoning_content, reasoning].every(isTextOrNothing) &&
    (usage === undefined || usage === null || isRecord(usage))
  );
}

function isTextOrNothing(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function contentOf(part: RequestPart) {
  if ('text' in part) return { type: 'text', text: part.text };
  const url = new Base64(part.data, `data:${part.media.type};base64,`);
  // DashScope reads the rate beside the clip; others ignore it there.
  if (part.media.type.startsWith('video/')) return { type: 'video_url', video_url: { url }, fps: part.fps };
  return { type: 'image_url', image_url: { url, detail: part.detail } };
}
