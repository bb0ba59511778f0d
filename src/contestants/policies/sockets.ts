import type { RemotePolicyOptions } from './remote/options.ts';
import type { ServePolicyOptions } from './serve/server.ts';

// Imported only when needed: threads start faster without sockets.

/**
 * A policy's address with further options in it, as `--dialect`, `--map` and `--replan` give them.
 * @example await withRemoteOptions('ws://host:8000', { replan: 10 }) // 'ws://host:8000?replan=10'
 */
export async function withRemoteOptions(id: string, more: RemotePolicyOptions): Promise<string> {
  return (await import('./remote/options.ts')).withRemoteOptions(id, more);
}

/**
 * Serves one of the built-in policies as openpi serves its own.
 * @example const server = await servePolicy('expert', { host: '127.0.0.1', port: 8000 })
 */
export async function servePolicy(
  name: string,
  opts: ServePolicyOptions,
): Promise<{ url: string; close(): Promise<void> }> {
  return (await import('./serve/server.ts')).servePolicy(name, opts);
}
