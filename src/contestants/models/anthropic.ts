import { z } from 'zod';
import { Base64 } from './body.ts';
import { type Dialect, expectShape, optional, total, usageShape } from './dialect.ts';
import { finishOf } from './finish.ts';

/** The API insists on a limit. */
const DEFAULT_MAX_TOKENS = 4096;

const Message = z.looseObject({
  id: z.string().nullish().catch(null),
  model: z.string().nullish().catch(null),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().nullish(), thinking: z.string().nullish() })),
  stop_reason: z.string().nullish().catch(null),
  usage: usageShape,
});

/** Anthropic's Messages API. It takes neither clips nor a seed. */
export const anthropic: Dialect = {
  auth: (key) => ({ 'x-api-key': key }),
  headers: { 'anthropic-version': '2023-06-01' },
  path: () => '/v1/messages',
  pingPath: (name) => `/v1/models/${encodeURIComponent(name)}`,
  settings: { defaultMaxTokens: DEFAULT_MAX_TOKENS },

  body: ({ system, parts, decoding }, { name }) => ({
    model: name,
    max_tokens: decoding.maxTokens ?? DEFAULT_MAX_TOKENS,
    system,
    messages: [
      {
        role: 'user',
        content: parts.map((part) =>
          'text' in part
            ? { type: 'text', text: part.text }
            : {
                type: 'image',
                source: { type: 'base64', media_type: part.media.type, data: new Base64(part.data) },
              },
        ),
      },
    ],
    temperature: decoding.temperature,
    top_p: decoding.topP,
  }),

  read(json) {
    const { id, model, content, stop_reason, usage } = expectShape(Message, json);
    return {
      text: content.map((block) => (block.type === 'text' ? (block.text ?? '') : '')).join(''),
      finish: finishOf(stop_reason),
      ...optional({
        reasoning: content.map((block) => (block.type === 'thinking' ? (block.thinking ?? '') : '')).join(''),
        servedBy: model,
        responseId: id,
        usage: usage && {
          inputTokens: total(usage.input_tokens, usage.cache_creation_input_tokens, usage.cache_read_input_tokens),
          outputTokens: usage.output_tokens,
        },
      }),
    };
  },
};
