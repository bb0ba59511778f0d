import { z } from 'zod';
import { type Json, ProviderError, type Request, type Said } from '../../contracts/index.ts';
import { problemsOf } from '../../util/index.ts';

/** How one family of servers wants to be asked and how it answers: pure, no network. */
export interface Dialect {
  /** How the key is shown to the server. */
  auth(key: string): Record<string, string>;
  /** Sent with every request. */
  headers?: Record<string, string>;
  /** Path of the question, after the base URL. */
  path(name: string): string;
  /** Path of a cheap request that tells whether the server is there. */
  pingPath(name: string): string;
  /** The body, as JSON with `Base64` in the place of pictures. */
  body(request: Request, target: RequestTarget): unknown;
  /** Throws `bad_response` when the JSON is no answer. */
  read(json: unknown): Said;
  /** What this dialect adds to a model's settings: choices of ours that shape the answer. */
  settings?: Record<string, Json>;
}

/** Whom the body is for. */
interface RequestTarget {
  /** What the server calls the model. */
  name: string;
  baseUrl: URL;
  /** Whether the server takes vLLM's `mm_processor_kwargs`. */
  mmProcessorKwargs: boolean;
}

/** A server's JSON in the shape we know, or `bad_response` naming the field. */
export function expectShape<T>(schema: z.ZodType<T>, json: unknown): T {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new ProviderError('bad_response', `the reply has another shape: ${problemsOf(parsed.error)}`);
}

/** What a server says it used: anything. A usage of another shape is one without counts. */
export const usageShape = z.looseObject({}).nullish().catch({});

/** Several counts as one, of which all but the first may be left out; what is no count is given back instead. */
export function total(first: unknown, ...rest: unknown[]): unknown {
  let sum = 0;
  for (const count of [first, ...rest.filter((each) => each !== undefined && each !== null)]) {
    if (typeof count !== 'number' || !(count >= 0)) return count;
    sum += count;
  }
  return sum;
}

/** The fields of a reply that servers may leave out. */
export function optional(fields: {
  reasoning?: string | null | undefined;
  servedBy?: string | null | undefined;
  responseId?: string | null | undefined;
  usage?: unknown;
}): Pick<Said, 'reasoning' | 'servedBy' | 'responseId' | 'usage'> {
  return {
    ...(fields.reasoning ? { reasoning: fields.reasoning } : {}),
    ...(fields.usage ? { usage: fields.usage } : {}),
    ...(fields.servedBy ? { servedBy: fields.servedBy } : {}),
    ...(fields.responseId ? { responseId: fields.responseId } : {}),
  };
}
