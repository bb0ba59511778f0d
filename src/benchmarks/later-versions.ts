import type { Protocol } from '../contracts/index.ts';

/** What differs from a first version; it is called `…@2` unless it has a name of its own. */
export type LaterVersion = Partial<Protocol> & Pick<Protocol, 'about'>;

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
