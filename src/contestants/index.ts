export { openContestant, type Who } from './contestant.ts';
export { listModels } from './models/listing.ts';
export { openPrices } from './models/price-lookup.ts';
export { openModel } from './models/resolve.ts';
export { handsPolicy, replayPolicy } from './policies/given.ts';
export { withPythonOptions } from './policies/python/reference.ts';
export { openPolicy, policies } from './policies/resolve.ts';
export { servePolicy, withRemoteOptions } from './policies/sockets.ts';
