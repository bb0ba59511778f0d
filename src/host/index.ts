export { machineError, notOnDisk } from './machine-error.ts';
export { Pool } from './threads/pool.ts';
export { serveJobs } from './threads/serve.ts';
