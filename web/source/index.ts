import { embeddedPack } from './embedded.ts';
import { PackSource } from './pack-source.ts';
import { httpReader, memoryReader } from './readers.ts';
import { ServerSource } from './server-source.ts';
import type { Source } from './source.ts';

export { embeddedFile } from './embedded.ts';
export type { RunHead, Source, UnitRow, UnitView } from './source.ts';

/** Where this page's runs are: in the page itself, on the server that sent it, or in a packed file beside it. */
export async function openSource(): Promise<Source> {
  const inside = embeddedPack();
  if (inside) return PackSource.open('embedded', memoryReader(inside));
  const named = new URLSearchParams(location.search).get('pack');
  if (named === null && (await isServed())) return new ServerSource();
  const url = new URL(named ?? 'runs.zip', document.baseURI);
  if (url.origin !== location.origin) throw new Error('packed runs are read from the same place as the page only');
  return PackSource.open('static', await httpReader(url.href));
}

/** Whether our own server sent this page. */
async function isServed(): Promise<boolean> {
  const response = await fetch(new URL('api', document.baseURI)).catch(() => undefined);
  return response?.ok === true && (response.headers.get('Content-Type') ?? '').startsWith('application/json');
}
