import { SextantError } from '../../contracts/index.ts';

/** What a protocol names. Stored ones come from other versions, and from whoever edited them. */
export function named<T>(all: Readonly<Record<string, T>>, name: string, what: string): T {
  const found = Object.hasOwn(all, name) ? all[name] : undefined;
  if (found !== undefined) return found;
  throw new SextantError('unknown_protocol', `there is no ${what} called ${JSON.stringify(name)}`, {
    fix: 'the run was made by another version or edited by hand; score it under a protocol of this version with --protocol',
  });
}
