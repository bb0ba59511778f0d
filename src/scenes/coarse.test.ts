import { expect, test } from 'vitest';
import { coarseScene } from './coarse.ts';
import { makePlace } from './place.ts';
import { PlaceRenderer } from './shot.ts';
import { cameraAround } from './testing/camera-around.ts';
import { settings } from './types.ts';

test.each(settings)('plain forms of a %s have few triangles, and show about what the things show', (setting) => {
  const place = makePlace({ seed: ['coarse', 2], setting, objects: 12 });
  const triangles = ({ things }: typeof place.drawn) =>
    things.reduce((sum, { mesh }) => sum + mesh.triangles.length, 0);
  expect(triangles(coarseScene(place))).toBeLessThan(triangles(place.drawn) / 5);

  const renderer = new PlaceRenderer();
  const camera = cameraAround(place, { around: 20, down: 35 });
  const fine = new Map(renderer.measure(place, camera).visible);
  const coarse = renderer.sketch(place, camera).visible;
  const large = [...fine].filter(([, { pixels }]) => pixels > 1500);
  expect(large.length).toBeGreaterThan(3);
  const alike = large.filter(([id, { pixels }]) => {
    const share = (coarse.get(id)?.pixels ?? 0) / pixels;
    return share > 0.6 && share < 1.7;
  });
  expect(alike.length).toBeGreaterThanOrEqual(0.75 * large.length);
});
