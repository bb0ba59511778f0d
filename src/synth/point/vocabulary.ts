/** Other words for kinds of things. What somebody might take for another kind is called by the word that nobody does. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  sofa: ['sofa', 'couch'],
  bookshelf: ['bookshelf', 'bookcase'],
  cabinet: ['cabinet', 'cupboard'],
  'floor lamp': ['floor lamp', 'standing lamp'],
  'table lamp': ['table lamp', 'desk lamp'],
  'waste bin': ['waste bin', 'wastebasket', 'wastepaper basket'],
  dustbin: ['dustbin', 'wheelie bin', 'garbage bin'],
  bucket: ['bucket', 'pail'],
  suitcase: ['suitcase', 'travel case'],
  cushion: ['cushion', 'pillow'],
  'beach ball': ['beach ball', 'inflatable ball'],
  'potted tree': ['potted tree', 'indoor tree'],
  'plant pot': ['plant pot', 'potted plant'],
  mailbox: ['mailbox', 'letter box'],
  hydrant: ['hydrant', 'fire hydrant'],
  'traffic cone': ['traffic cone', 'road cone'],
  bush: ['bush', 'shrub'],
  bench: ['bench', 'park bench'],
  car: ['car', 'automobile'],
  'flower tub': ['flower tub', 'planter'],
  'gift box': ['gift box', 'present'],
  'toy duck': ['toy duck', 'rubber duck'],
  'toy car': ['toy car', 'model car'],
  laptop: ['laptop', 'notebook computer'],
  pan: ['pan', 'frying pan', 'skillet'],
  mug: ['mug', 'coffee mug'],
  can: ['can', 'tin'],
  'dining chair': ['dining chair', 'kitchen chair'],
  armchair: ['armchair', 'easy chair'],
  barrel: ['barrel', 'cask'],
  bollard: ['bollard', 'traffic bollard'],
  clock: ['clock', 'alarm clock'],
  vase: ['vase', 'flower vase'],
};

/** All words for a kind; the first is as good as any. */
export function wordsFor(kind: string): readonly string[] {
  return synonyms[kind] ?? [kind];
}
