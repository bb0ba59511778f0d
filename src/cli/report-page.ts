import { type Packed, writeSinglePage } from '../viewer/index.ts';
import { ensurePage } from './page.ts';
import { openData } from './view.ts';

interface ReportOptions {
  roots: readonly string[];
  out: string;
  /** Folder with the pictures that runs refer to. */
  data?: string | undefined;
  pictures: 'shown' | 'full';
  title?: string | undefined;
  author?: string | undefined;
  maxBytes?: number;
}

/** Writes runs as one page to be sent, which opens on a front page. */
export function writeReport({ data, title, author, ...opts }: ReportOptions): Promise<Packed> {
  ensurePage();
  const front = {
    title: title ?? 'Spatial intelligence, measured',
    ...(author !== undefined && { author }),
    date: new Date().toISOString().slice(0, 10),
  };
  return writeSinglePage({ ...opts, openData: openData(data), front });
}
