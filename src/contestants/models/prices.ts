import { z } from 'zod';
import type { Price } from '../../contracts/index.ts';
import { parseJsonFile } from './json-file.ts';
import listPrices from './prices.json' with { type: 'json' };

/** One line of a price list: US dollars per million tokens. */
export const ListPrice = z.strictObject({
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  /** For input the provider has seen before. Usage does not tell it apart, so a cost is an upper bound. */
  cachedInput: z.number().nonnegative().exactOptional(),
  /** When this was the price, and who said so. */
  date: z.iso.date().exactOptional(),
  source: z.string().exactOptional(),
  note: z.string().exactOptional(),
});
export type ListPrice = z.infer<typeof ListPrice>;

/** Prices by model id. `vllm/*` stands for every model of a provider. */
export type PriceTable = Readonly<Record<string, ListPrice>>;

const PriceFile = z.looseObject({ models: z.record(z.string().includes('/'), ListPrice) });

/** List prices, dated; check before relying on them. */
export const builtinPrices: PriceTable = PriceFile.parse(listPrices).models;

/** A price file of one's own, `{ "models": { "provider/name": { "input": 1, "output": 2 } } }`, laid over a table. */
export function parsePrices(text: string, file: string, under: PriceTable = builtinPrices): PriceTable {
  return { ...under, ...parseJsonFile(PriceFile, text, file).models };
}

/**
 * The price of a model, or null when unknown: not the same as 0.
 * A dated version costs what its family costs: `openai/gpt-4o-2024-08-06` is `openai/gpt-4o`, but `openai/gpt-4o-mini` is not.
 * @example priceOf('openai/gpt-4o')?.input
 */
export function priceOf(id: string, table: PriceTable = builtinPrices): Price | null {
  const provider = `${id.split('/')[0]}/*`;
  const family = Object.keys(table)
    .filter((key) => id.startsWith(key) && VERSION.test(id.slice(key.length)))
    .sort((a, b) => b.length - a.length)[0];
  const found = table[id] ?? (family === undefined ? undefined : table[family]) ?? table[provider];
  if (!found) return null;
  const { input, output, date, source, note } = found;
  return { input, output, note: [date && `list price of ${date}`, note, source].filter(Boolean).join('; ') };
}

const VERSION = /^[-@](\d{3,}(-\d{2,4})*|latest|(preview|exp)(-\d{2,4})*)$/;
