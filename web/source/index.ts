import { PackSource } from './pack-source.ts';
import { embeddedPack, httpReader, memoryReader } from './readers.ts';
import { ServerSource } from './server-source.ts';
import type { Source } from './source.ts';

export { embeddedFile, listRows } from './readers.ts';
export type {
  BrokenRun,
  Histogram,
  ListAsk,
  ListPage,
  Look,
  Member,
  ReferenceHead,
  ReportFront,
  RunHead,
  SharedRun,
  SharedRuns,
  Source,
  Trial,
  UnitRow,
  UnitView,
} from './source.ts';

/** Where this page's runs are: in the page itself, in a packed file beside it, or on the server that sent it. */
export async function openSource(): Promise<Source> {
  const inside = embeddedPack();
  if (inside) return PackSource.open('embedded', memoryReader(inside));
  const declared = document.querySelector<HTMLMetaElement>('meta[name="sextant-pack"]')?.content;
  const pack = new URLSearchParams(location.search).get('pack') ?? declared;
  if (pack === undefined) return new ServerSource();
  const url = new URL(pack, document.baseURI);
  if (url.origin !== location.origin) throw new Error('packed runs are read from the same place as the page only');
  return PackSource.open('static', await httpReader(url.href));
}
