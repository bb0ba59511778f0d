export { type Packed, packRuns } from './pack.ts';
export type { OpenData } from './run-media.ts';
export { serveViewer } from './serve.ts';
export { runFoldersIn } from './shelf.ts';
export { writeSinglePage } from './single-page.ts';
export { writeSite } from './site.ts';
