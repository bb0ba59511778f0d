import { z } from 'zod';
import type { RequestPart } from '../../contracts/index.ts';
import { Base64 } from './body.ts';
import { type Dialect, expectShape, optional, total, usageShape } from './dialect.ts';
import { finishOf } from './finish.ts';

const Candidate = z.looseObject({
  content: z
    .looseObject({
      parts: z.array(z.looseObject({ text: z.string().nullish(), thought: z.boolean().nullish() })).nullish(),
    })
    .nullish(),
  finishReason: z.string().nullish().catch(null),
});
const common = {
  modelVersion: z.string().nullish().catch(null),
  responseId: z.string().nullish().catch(null),
  usageMetadata: usageShape,
};
const Generated = z.union([
  z.looseObject({ ...common, candidates: z.tuple([Candidate], z.unknown()) }),
  /** The prompt itself was refused: no candidates at all. */
  z
    .looseObject({ ...common, promptFeedback: z.looseObject({ blockReason: z.string() }) })
    .transform((blocked) => ({ ...blocked, candidates: [Candidate.parse({ finishReason: 'SAFETY' })] as const })),
]);

/** Google's generateContent. */
export const gemini: Dialect = {
  // In a header, never in the URL: URLs end up in logs.
  auth: (key) => ({ 'x-goog-api-key': key }),
  path: (name) => `${pathOf(name)}:generateContent`,
  pingPath: pathOf,

  body: ({ system, parts, decoding }) => ({
    systemInstruction: system === undefined ? undefined : { parts: [{ text: system }] },
    contents: [{ role: 'user', parts: parts.map(partOf) }],
    generationConfig: {
      temperature: decoding.temperature,
      topP: decoding.topP,
      maxOutputTokens: decoding.maxTokens,
      seed: decoding.seed,
    },
  }),

  read(json) {
    const { candidates, usageMetadata: usage, modelVersion, responseId } = expectShape(Generated, json);
    const [{ content, finishReason }] = candidates;
    const join = (thought: boolean) =>
      (content?.parts ?? []).map((part) => ((part.thought ?? false) === thought ? (part.text ?? '') : '')).join('');
    const thoughts = usage?.thoughtsTokenCount;
    return {
      text: join(false),
      finish: finishOf(finishReason),
      ...optional({
        reasoning: join(true),
        servedBy: modelVersion,
        responseId,
        usage: usage && {
          inputTokens: usage.promptTokenCount,
          // Google counts thoughts apart from the answer; both are billed as output.
          outputTokens: total(usage.candidatesTokenCount ?? 0, thoughts),
          ...(thoughts == null ? {} : { reasoningTokens: thoughts }),
        },
      }),
    };
  },
};

function pathOf(name: string): string {
  return `/v1beta/models/${name.split('/').map(encodeURIComponent).join('/')}`;
}

function partOf(part: RequestPart) {
  if ('text' in part) return { text: part.text };
  return {
    inlineData: { mimeType: part.media.type, data: new Base64(part.data) },
    videoMetadata: part.fps === undefined ? undefined : { fps: part.fps },
  };
}
