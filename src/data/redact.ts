import type { Env } from './environment.ts';

/**
 * A function that takes every known secret out of a text. Short ones (< 6 characters) stay: they would blot out ordinary words.
 * @example redactor(['sk-abc123'])('bad key sk-abc123') // 'bad key ***'
 */
export function redactor(secrets: Iterable<string>): (text: string) => string {
  const forms = new Set<string>();
  for (const secret of secrets) {
    // Servers quote the token without its scheme, and URLs escape it.
    for (const form of [secret, secret.split(/\s+/).at(-1) ?? '', encodeURIComponent(secret)]) {
      if (form.length >= 6) forms.add(form);
    }
  }
  // Longest first: a secret that contains another one goes as a whole.
  const ordered = [...forms].sort((a, b) => b.length - a.length);
  return (text) => ordered.reduce((clean, secret) => clean.replaceAll(secret, '***'), text);
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
