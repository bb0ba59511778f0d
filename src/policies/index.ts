export { handsPolicy, replayPolicy } from './given.ts';
export { withPythonOptions } from './python/reference.ts';
export { openPolicy, policies } from './resolve.ts';
export { servePolicy, withRemoteOptions } from './sockets.ts';
