import type { Source } from './source.ts';

export type { RunHead, Source, UnitRow, UnitView } from './source.ts';

/** Where this page's runs are: in the page itself, in a packed run beside it, or on the server that sent it. */
export async function openSource(): Promise<Source> {
  throw new Error('not yet');
}
