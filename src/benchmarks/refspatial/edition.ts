import type { DataSource } from '../../contracts/index.ts';

/** The parquet files hold pictures, masks and questions; the raw folders beside them are the same once more. */
export const benchSource: DataSource = {
  repo: 'BAAI/RefSpatial-Bench',
  revision: 'main',
  files: ['data/'],
  licence: 'apache-2.0',
};

export const expandSource: DataSource = {
  repo: 'JingkunAn/RefSpatial-Expand-Bench',
  revision: 'main',
  files: ['data/'],
  licence: 'not stated on the card',
};

/** What the authors' page says about the data; an empty split or scene stands for all. */
interface AuthorsCard {
  /** Questions by `split scene`. */
  scenes: Readonly<Record<string, number>>;
  /** Questions and average words by `split step`; `all` for all steps. */
  steps: Readonly<Record<string, readonly [questions: number, words?: number]>>;
}

const expandCard: AuthorsCard = {
  scenes: {
    'location indoor': 115,
    'location outdoor': 126,
    'location ': 241,
    'placement indoor': 120,
    'placement outdoor': 80,
    'placement ': 200,
    ' indoor': 235,
    ' outdoor': 206,
    ' ': 441,
  },
  steps: {
    'location 1': [54, 10.61],
    'location 2': [129, 12.56],
    'location 3': [58, 16.1],
    'location all': [241, 12.98],
    'placement 1': [3, 15.0],
    'placement 2': [86, 15.14],
    'placement 3': [75, 16.95],
    'placement 4': [29, 22.24],
    'placement 5': [7, 22.71],
    'placement all': [200, 17.11],
  },
};

/** Of RefSpatial-Bench only the sizes of the splits are known. */
const benchCard: AuthorsCard = {
  scenes: { 'location ': 100, 'placement ': 100, 'unseen ': 77, ' ': 277 },
  steps: { 'location all': [100], 'placement all': [100], 'unseen all': [77] },
};

/** One of the two benchmarks: the same questions in kind, other pictures and other splits. */
export interface Edition {
  id: string;
  title: string;
  /** What the authors call the folder; their scripts want `RefSpatial-Bench` for both. */
  folder: string;
  /** In the order of the authors' page, with the number of questions they state. */
  splits: Readonly<Record<string, number>>;
  card: AuthorsCard;
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
