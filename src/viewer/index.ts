export type { OpenData } from './run-media.ts';
export { type Serving, serveViewer } from './serve.ts';
export { runFoldersIn } from './shelf.ts';
