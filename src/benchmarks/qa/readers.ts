/** Extractors of letters that need no more than the letters, and so can read the answers of any of these benchmarks. */
export const letterReaders: readonly string[] = [
  'choice/letter',
  'blink/official',
  'lmms/first-letter',
  'mmsi/easi',
  'viewspatial/official',
  'mindcube/official',
  '3dsr/lmms',
  'site/official',
];
