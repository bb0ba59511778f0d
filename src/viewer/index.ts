export { type Packed, packRuns } from './pack.ts';
export { surveyPage } from './page-files.ts';
export { runFoldersIn } from './run-catalog.ts';
export type { OpenData } from './run-media.ts';
export { serveViewer } from './serve.ts';
export { writeSinglePage, writeSite } from './single-page.ts';
export type { Member, SharedRun } from './wire.ts';
