import { expect, test } from 'vitest';
import { dataDir } from './download.ts';

test('SEXTANT_DATA comes first, then the cache folder, then the one in the home folder', () => {
  expect(dataDir('mmsi', { SEXTANT_DATA: '/d', XDG_CACHE_HOME: '/c' }, '/h')).toBe('/d/mmsi');
  expect(dataDir('mmsi', { XDG_CACHE_HOME: '/c' }, '/h')).toBe('/c/sextant/data/mmsi');
  expect(dataDir('mmsi', { XDG_CACHE_HOME: 'relative' }, '/h')).toBe('/h/.cache/sextant/data/mmsi');
  expect(dataDir('mmsi', { SEXTANT_DATA: '' }, '/h')).toBe('/h/.cache/sextant/data/mmsi');
});
