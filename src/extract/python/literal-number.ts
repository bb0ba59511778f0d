import { decimalInteger } from './number.ts';
import { Complex } from './value.ts';

const digits = '[0-9]+(?:_[0-9]+)*';
const power = `(?:[eE][-+]?${digits})`;
const float = `(?:(?:(?:${digits})?\\.${digits}|${digits}\\.)${power}?|${digits}${power})`;
const based = '0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+';
const whole = '0+(?:_0+)*|[1-9][0-9]*(?:_[0-9]+)*';

/** A number as Python programs write it; it may not run into a name or into another number. */
export const numberToken = new RegExp(`(?:${float}[jJ]?|${digits}[jJ]|${based}|${whole})(?![\\w.\\x80-\\uffff])`, 'y');

/** The value of a number token. */
export function numberValue(token: string): bigint | number | Complex {
  const text = token.replaceAll('_', '');
  if (/^0[xob]/i.test(text)) return BigInt(text);
  if (/^\d+$/.test(text)) return decimalInteger(text);
  return /j$/i.test(text) ? new Complex(0, Number(text.slice(0, -1))) : Number(text);
}
