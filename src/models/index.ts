export { listModels } from './listing.ts';
export { openPrices } from './price-lookup.ts';
export { type OpenModelOptions, openModel } from './resolve.ts';
