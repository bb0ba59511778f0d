import type { Protocol } from '../contracts/index.ts';

/** What differs from a first version; it is called `…@2` unless it has a name of its own. */
export type LaterVersion = Partial<Protocol> & Pick<Protocol, 'about'>;

/** lmms-eval with its default `--reasoning_tags`: a task sees nothing of what a model thinks between tags. */
export const noReasoning = 'what stands in <think> or <analysis> is cut out first, as lmms-eval does since v0.7.1';

/** Each protocol, followed by its later versions: the first one stays, because its hash stands beside published scores. */
export function withLaterVersions(
  first: readonly Protocol[],
  later: Readonly<Record<string, readonly LaterVersion[]>>,
): Protocol[] {
  return first.flatMap((protocol) => [
    protocol,
    ...(later[protocol.id] ?? []).map(({ about, ...change }) => ({
      ...protocol,
      id: `${protocol.id}@2`,
      about: `as ${protocol.id}; ${about}`,
      ...change,
    })),
  ]);
}
