export interface WholeNumber {
  value: number;
  /** Whether thousands are set off by commas. */
  grouped: boolean;
}

/**
 * A whole number as GSM8K writes it, or undefined.
 * @example parseWhole('-1,250') // { value: -1250, grouped: true }
 */
export function parseWhole(text: string): WholeNumber | undefined {
  const grouped = /^-?\d{1,3}(,\d{3})+$/.test(text);
  if (!grouped && !/^-?\d+$/.test(text)) return undefined;
  const value = Number(text.replaceAll(',', ''));
  return Number.isSafeInteger(value) ? { value, grouped } : undefined;
}
