import { benchCard, type Card, expandCard } from './card.ts';

/** One of the two benchmarks: the same questions in kind, other pictures and other splits. */
export interface Edition {
  id: string;
  title: string;
  /** What the authors call the folder; their scripts want `RefSpatial-Bench` for both. */
  folder: string;
  /** In the order of the authors' page, with the number of questions they state. */
  splits: Readonly<Record<string, number>>;
  card: Card;
  /** Whether EASI has a table of its questions. */
  easi: boolean;
}

export const bench: Edition = {
  id: 'refspatial',
  title: 'RefSpatial-Bench',
  folder: 'RefSpatial-Bench',
  splits: { location: 100, placement: 100, unseen: 77 },
  card: benchCard,
  easi: true,
};

export const expand: Edition = {
  id: 'refspatial-expand',
  title: 'RefSpatial-Expand-Bench',
  folder: 'RefSpatial-Expand-Bench',
  splits: { location: 241, placement: 200 },
  card: expandCard,
  easi: false,
};

/** How the authors write a split in names of files and folders. @example taskName('location') // 'Location' */
export function taskName(split: string): string {
  return split.charAt(0).toUpperCase() + split.slice(1);
}
