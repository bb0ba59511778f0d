import { z } from 'zod';
import { ProviderError, type ProviderErrorKind } from '../../contracts/index.ts';
import { excerpt } from '../../host/index.ts';
import { durationMs, type Headers, retryAfterMs } from './rate-limit.ts';

/** What servers put into an error; a field of another type is as good as absent. */
const Details = z.looseObject({
  message: z.string().optional().catch(undefined),
  code: z.union([z.string(), z.number()]).optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  /** Google's RetryInfo: `{ retryDelay: '34s' }`. */
  details: z
    .array(z.looseObject({ retryDelay: z.string().optional() }))
    .optional()
    .catch(undefined),
});
type Details = z.infer<typeof Details>;

interface ServerAnswer {
  status: number;
  headers: Headers;
  /** The body, read; undefined when it was not JSON. */
  json: unknown;
  text: string;
  /** Who answered, for the message. */
  from: string;
  now: number;
  redact(text: string): string;
}

/** The error that a server's refusal amounts to. */
export function errorOfStatus({ status, headers, json, text, from, now, redact }: ServerAnswer): ProviderError {
  const details = detailsOf(json);
  const said = excerpt(details?.message ?? text, 500, redact);
  const delay = details?.details?.find((detail) => detail.retryDelay !== undefined)?.retryDelay ?? '';
  const wait = retryAfterMs(headers, now) ?? durationMs(delay, now);
  return new ProviderError(kindOf(status, details), `${from}: HTTP ${status}${said && `: ${said}`}`, {
    status,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  });
}

const Success = z.looseObject({
  error: z.unknown().optional(),
  choices: z
    .array(z.looseObject({ error: z.unknown().optional() }))
    .optional()
    .catch(undefined),
});

/** The error inside a reply that claims success, or null. OpenRouter sends such; its code is the status it means. */
export function errorInside(answer: ServerAnswer): ProviderError | null {
  const reply = Success.safeParse(answer.json).data;
  const error = [reply?.error, reply?.choices?.[0]?.error].find(saysSomething);
  if (error === undefined) return null;
  const json = { error };
  const code = Number(detailsOf(json)?.code);
  return errorOfStatus({ ...answer, json, status: code >= 400 && code <= 599 ? code : answer.status });
}

/** Some servers send the field with every answer: null, `{}` or `{ "message": null }` is no error. */
function saysSomething(error: unknown): boolean {
  return typeof error === 'object' && error !== null ? Object.values(error).some(Boolean) : Boolean(error);
}

function kindOf(status: number, details: Details | undefined): ProviderErrorKind {
  if (isEmptyAccount(status, details)) return 'quota';
  if (status <= 299) return 'bad_response';
  if (status === 401 || status === 403) return 'auth';
  if (status === 404 || (status < 500 && isUnknownModel(details))) return 'unknown_model';
  if (status === 429) return 'rate_limited';
  if (status === 503 || status === 529) return 'overloaded';
  return status >= 500 || [408, 409, 425].includes(status) ? 'server' : 'rejected';
}

/** How providers say that the account is empty; some of them as a 429 or a 400. Waiting does not fill it. */
const EMPTY_ACCOUNT =
  /^(insufficient_(quota|balance|credits|funds)|billing_(hard_limit_reached|not_active|error)|arrearage)$/i;

function isEmptyAccount(status: number, details: Details | undefined): boolean {
  if (status === 402) return true;
  return (
    [details?.code, details?.type].some((word) => EMPTY_ACCOUNT.test(String(word))) ||
    /credit balance is too low/i.test(details?.message ?? '')
  );
}

/** Some say so with a 400. */
function isUnknownModel(details: Details | undefined): boolean {
  return (
    [details?.code, details?.type].some((word) => /^(model_not_found|invalid_model)$/i.test(String(word))) ||
    /^invalid model\b|is not a valid model id/i.test(details?.message ?? '')
  );
}

/** Seen in the wild: `{ error: { message } }`, `[{ error }]`, `{ error: 'text' }`, `{ detail: 'text' }`, `{ message }`. */
function detailsOf(json: unknown): Details | undefined {
  const body = z.looseObject({}).safeParse(Array.isArray(json) ? json[0] : json).data;
  const inner = body?.error ?? body?.detail ?? body;
  return typeof inner === 'string' ? { message: inner } : Details.safeParse(inner).data;
}
