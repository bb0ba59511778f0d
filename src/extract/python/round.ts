/**
 * `value * 10 ** digits` as a whole number, rounded from the exact binary value, ties to even:
 * what Python's formatting and `round` do. `toFixed` rounds ties up.
 */
function scaled(value: number, digits: number): bigint {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, Math.abs(value));
  const exponent = (bits.getUint16(0) >> 4) & 0x7ff;
  const fraction = bits.getBigUint64(0) & 0xfffffffffffffn;
  const mantissa = (exponent === 0 ? fraction : fraction | 0x10000000000000n) * 10n ** BigInt(digits);
  const shift = BigInt(1075 - Math.max(exponent, 1));
  if (shift <= 0n) return mantissa << -shift;
  const whole = mantissa >> shift;
  const twice = (mantissa - (whole << shift)) * 2n;
  const unit = 1n << shift;
  return twice > unit || (twice === unit && whole % 2n === 1n) ? whole + 1n : whole;
}

/**
 * `f'{value:.4f}'` and `'%.6f' % value`.
 * @example fixed(0.03125, 4) // '0.0312'
 */
export function fixed(value: number, digits: number): string {
  if (Number.isNaN(value)) return 'nan';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (!Number.isFinite(value)) return `${sign}inf`;
  const text = String(scaled(value, digits)).padStart(digits + 1, '0');
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/**
 * `f'{value:.2%}'`, which multiplies first and rounds then.
 * @example percent(1 / 32, 2) // '3.12%'
 */
export function percent(value: number, digits: number): string {
  return `${fixed(value * 100, digits)}%`;
}

/** `round(value, digits)`, for digits from 0 on. */
export function round(value: number, digits = 0): number {
  return Number.isFinite(value) ? Number(fixed(value, digits)) : value;
}

/** `np.round(value)`: to a whole number, ties to even. */
export function rint(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}
