const named: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** `repr(text)` of a str. */
export function reprString(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  // All of Unicode's other and separator characters but the space are escaped.
  const escaped = text.replace(/(?! )[\p{C}\p{Z}\\]/gu, (character) => named[character] ?? byCode(character));
  return `${quote}${quote === "'" ? escaped.replaceAll("'", "\\'") : escaped}${quote}`;
}

function byCode(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${hex(code, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}

const hex = (code: number, width: number) => code.toString(16).padStart(width, '0');

/** `repr(bytes)`, of bytes that are kept as characters U+0000 to U+00FF. */
export function reprBytes(bytes: string): string {
  return `b${reprString(bytes).replace(/[\x80-\xff]/g, byCode)}`;
}

/** `repr(value)` of a float; without the final `.0` it is how complex numbers print their parts. */
export function reprFloat(value: number, pointZero = '.0'): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const [mantissa = '', power = ''] = Math.abs(value).toExponential().split('e');
  const [digits, exponent] = [mantissa.replace('.', ''), Number(power)];
  if (exponent < -4 || exponent >= 16) {
    const padded = String(Math.abs(exponent)).padStart(2, '0');
    return `${sign}${mantissa}e${exponent < 0 ? '-' : '+'}${padded}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const [whole, fraction] = [digits.slice(0, exponent + 1).padEnd(exponent + 1, '0'), digits.slice(exponent + 1)];
  return `${sign}${whole}${fraction === '' ? pointZero : `.${fraction}`}`;
}
