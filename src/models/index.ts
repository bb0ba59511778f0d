export { listModels } from './listing.ts';
export { openPrices } from './price-lookup.ts';
export { costOf } from './prices.ts';
export { type OpenModelOptions, openModel } from './resolve.ts';
