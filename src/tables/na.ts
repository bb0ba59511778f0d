/** Which pandas read the file: the meaning of the text `None` depends on it. */
export type PandasVersion = '1.5' | '2';

const PANDAS_1_5 = [
  '',
  '#N/A',
  '#N/A N/A',
  '#NA',
  '-1.#IND',
  '-1.#QNAN',
  '-NaN',
  '-nan',
  '1.#IND',
  '1.#QNAN',
  '<NA>',
  'N/A',
  'NA',
  'NULL',
  'NaN',
  'n/a',
  'nan',
  'null',
];

const NA: Readonly<Record<PandasVersion, ReadonlySet<string>>> = {
  '1.5': new Set(PANDAS_1_5),
  '2': new Set([...PANDAS_1_5, 'None']),
};

/**
 * Whether pandas reads this text as missing (NaN).
 * @example isNa('N/A') // true: a prediction "N/A" is scored as the text "nan"
 */
export function isNa(text: string, pandas: PandasVersion = '2'): boolean {
  return NA[pandas].has(text);
}
