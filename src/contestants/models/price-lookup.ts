import { resolve } from 'node:path';
import type { Price } from '../../contracts/index.ts';
import { builtinPrices, parsePrices, priceOf } from './prices.ts';
import { readRequired, readWorkplace, type Workplace } from './workplace.ts';

/**
 * Looks up prices: a price file of one's own first, then `sextant.config.json`, then the built-in list.
 * @example
 * const price = await openPrices({ env: process.env, cwd: process.cwd() });
 * price('openai/gpt-4o')?.input // 2.5
 */
export async function openPrices(place: Workplace & { file?: string }): Promise<(id: string) => Price | null> {
  const { config } = await readWorkplace(place);
  const named = Object.entries(config.endpoints).flatMap(([id, { price }]) => (price ? [[`${id}/*`, price]] : []));
  const table = { ...builtinPrices, ...Object.fromEntries(named) };
  if (place.file === undefined) return (id) => priceOf(id, table);
  const file = resolve(place.cwd, place.file);
  const own = parsePrices(await readRequired(file), file, table);
  return (id) => priceOf(id, own);
}
