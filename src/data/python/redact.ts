import type { Env } from '../environment.ts';

/** Takes the values of variables that look like keys by their name out of a text: people's code prints all sorts of things. */
export function redactKeys(env: Env): (text: string) => string {
  const keys = Object.entries(env).flatMap(([name, value]) =>
    // Short ones would blot out ordinary words.
    value && value.length >= 6 && /KEY|TOKEN|SECRET|PASSWORD/i.test(name) ? [value] : [],
  );
  // Longest first: a key that contains another one goes as a whole.
  keys.sort((a, b) => b.length - a.length);
  return (text) => keys.reduce((clean, key) => clean.replaceAll(key, '***'), text);
}
