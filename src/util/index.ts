export * from './amount.ts';
export * from './canonical-json.ts';
export * from './digest.ts';
export * from './nearest.ts';
export * from './problems.ts';
export * from './recent.ts';
export * from './retry.ts';
export * from './zip.ts';
