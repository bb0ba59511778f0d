import type { Env } from './environment.ts';

/** Shorter ones stay: they would blot out ordinary words. */
const SHORTEST = 6;
/** Secrets this long, with letters, are removed even inside a longer word: they cannot occur by accident. */
const LONG = 16;

/**
 * A function that takes every known secret out of a text: whole words only, unless they are long. Those that `counts`
 * turns down stay.
 * @example redactor(['sk-abc123'])('bad key sk-abc123.') // 'bad key ***.'
 */
export function redactor(
  secrets: Iterable<string>,
  counts: (secret: string) => boolean = () => true,
): (text: string) => string {
  const forms = new Set<string>();
  for (const secret of secrets) {
    for (const form of formsOf(secret)) if (form.length >= SHORTEST && counts(form)) forms.add(form);
  }
  // Longest first, so that a secret containing another one is removed whole.
  const ordered = [...forms].sort((a, b) => b.length - a.length).map((form) => ({ form, pattern: patternOf(form) }));
  return (text) =>
    ordered.reduce((clean, { form, pattern }) => (clean.includes(form) ? clean.replace(pattern, '***') : clean), text);
}

/** Whether it can be no part of an answer: neither a number nor a plain word. Only such ones are taken out of answers. */
export function isNoAnswer(secret: string): boolean {
  return !isNumber(secret) && (secret.length >= LONG || (secret.length >= 8 && /\d/.test(secret)));
}

/** Servers quote the token without its scheme, URLs escape it in large or small letters, and so does JSON. */
function formsOf(secret: string): string[] {
  const inUrl = encodeURIComponent(secret);
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [
    ...[secret, secret.split(/\s+/).at(-1) ?? '', inJson],
    ...[inUrl, inUrl.replace(/%../g, (escaped) => escaped.toLowerCase())],
  ];
}

function patternOf(form: string): RegExp {
  // Node 22 has no RegExp.escape.
  const literal = form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  if (form.length >= LONG && !isNumber(form)) return new RegExp(literal, 'gu');
  // The last letter of an escape in a URL or in JSON is no part of what follows it.
  const before = String.raw`(?:(?<![\p{L}\p{N}])|(?<=%[\dA-Fa-f]{2}|\\[bfnrt]|\\u[\dA-Fa-f]{4}))`;
  const after = String.raw`(?![\p{L}\p{N}])`;
  // Digits before or after a decimal point belong to a larger number.
  const [larger, more] = isNumber(form) ? [String.raw`(?<!\.)`, String.raw`(?!\.\d)`] : ['', ''];
  const begin = /^[\p{L}\p{N}]/u.test(form) ? before + larger : '';
  const end = /[\p{L}\p{N}]$/u.test(form) ? after + more : '';
  return new RegExp(begin + literal + end, 'gu');
}

function isNumber(text: string): boolean {
  return !/\p{L}/u.test(text) || !Number.isNaN(Number(text));
}

/** The beginning of what a server said, on one line and without control characters, for an error message. */
export function excerpt(text: string, length: number, redact: (text: string) => string): string {
  // Redact before the final cut, so that no half of a secret is left; the first cut only bounds the work.
  const line = redact(text.slice(0, 10 * length + 1000))
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  return line.length > length ? `${line.slice(0, length)}…` : line;
}

/** Values that look like keys by their name: people's code prints and throws all sorts of things. */
export function secretsIn(env: Env): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value && /KEY|TOKEN|SECRET|PASSWORD/i.test(name) ? [value] : [],
  );
}
