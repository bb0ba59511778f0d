export * from './atomic.ts';
export * from './events.ts';
export * from './journal.ts';
export * from './lock.ts';
export * from './ndjson.ts';
export * from './predictions.ts';
export * from './run-folder.ts';
