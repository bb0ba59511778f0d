export { dataDir, downloadData } from './download.ts';
export { checkData, uncheckedFiles } from './manifest.ts';
export { importData, packData } from './pack.ts';
export { safeParts } from './safe-path.ts';
