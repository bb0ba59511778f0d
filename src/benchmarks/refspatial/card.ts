/** What the authors' page says about the data; an empty split or scene stands for all. */
export interface Card {
  /** Questions by `split scene`. */
  scenes: Readonly<Record<string, number>>;
  /** Questions and average words by `split step`; `all` for all steps. */
  steps: Readonly<Record<string, readonly [questions: number, words?: number]>>;
}

export const expandCard: Card = {
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
export const benchCard: Card = {
  scenes: { 'location ': 100, 'placement ': 100, 'unseen ': 77, ' ': 277 },
  steps: { 'location all': [100], 'placement all': [100], 'unseen all': [77] },
};
