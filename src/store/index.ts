export { Blobs } from './blobs.ts';
export { readEventGroups, readEvents, StoredSamples } from './events.ts';
export { Journal } from './journal.ts';
export { type ClusterJob, isLocked, type LockOptions, takeLock } from './lock.ts';
export { isRunFolder, readRunFile, runPaths, writeRunFile } from './run-folder.ts';
