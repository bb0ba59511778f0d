import { describe, expect, it } from 'vitest';
import { Renderer } from '../render/index.ts';
import { makePlace, type Place, renderShot, settings } from './index.ts';
import { kinds, modelOf } from './kinds/index.ts';
import { plainBox } from './shapes.ts';
import { cameraAround } from './testing/camera-around.ts';
import { settle } from './testing/settle.ts';

const place = (setting: Place['setting'], seed: number) =>
  makePlace({ seed: [seed], setting, objects: 10, row: 4, twins: 1 });

describe('kinds', () => {
  it('are many, and no two have the same name', () => {
    const names = kinds.map(({ kind }) => kind);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(40);
    for (const setting of settings)
      expect(kinds.filter((kind) => kind.settings.includes(setting)).length).toBeGreaterThanOrEqual(14);
  });
});

it('boxes are closed: their shadows have no holes', () => {
  const { positions, triangles } = plainBox([3, 2, 0.5]);
  const corner = (i: number) => [...positions.subarray(3 * (triangles[i] ?? 0), 3 * (triangles[i] ?? 0) + 3)];
  const volumes = Array.from({ length: triangles.length / 3 }, (_, t) => {
    const [[ax = 0, ay = 0, az = 0], [bx = 0, by = 0, bz = 0], [cx = 0, cy = 0, cz = 0]] = [
      corner(3 * t),
      corner(3 * t + 1),
      corner(3 * t + 2),
    ] as const;
    return (ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)) / 6;
  });
  expect(volumes.reduce((sum, volume) => sum + volume, 0)).toBeCloseTo(6 * 4 * 1, 6);
});

it.each(kinds.map((kind) => [kind.kind, kind] as const))('a %s stands on its base, not in the ground', (_, kind) => {
  const { parts } = modelOf(kind, 'medium', kind.settings[0] ?? 'room');
  const points = parts.flatMap(({ mesh: { positions } }) =>
    Array.from({ length: positions.length / 3 }, (_, i) => [...positions.subarray(3 * i, 3 * i + 3)]),
  );
  const lowest = Math.min(...points.map(([, , z = 0]) => z));
  expect(lowest).toBeCloseTo(0, 4);
  if (kind.body === 'ball') return;
  // What touches the ground reaches beyond its middle on all sides, more than a sway's width.
  const base = points.filter(([, , z = 0]) => z < 0.001);
  for (const axis of [0, 1]) {
    for (const sign of [1, -1]) expect(Math.max(...base.map((at) => sign * (at[axis] ?? 0)))).toBeGreaterThan(0.015);
  }
});

describe.each(settings)('a %s', (setting) => {
  it('is the same for the same seed, and another one for another', () => {
    expect(place(setting, 1).items).toEqual(place(setting, 1).items);
    expect(place(setting, 2).items).not.toEqual(place(setting, 1).items);
  });

  it('has one name for each thing, unless things are alike on purpose', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const { items } = makePlace({ seed: [seed], setting, objects: 10 });
      expect(new Set(items.map(({ name }) => name)).size).toBe(items.length);
      expect(items.map(({ id }) => id)).toEqual(items.map((_, n) => n + 1));
    }
  });

  it('stays as it is when physics takes over: everything rests', async () => {
    for (const seed of [3, 4, 5]) {
      const made = place(setting, seed);
      for (const { name, moved, turned } of await settle(made)) {
        expect(moved, name).toBeLessThan(0.004);
        expect(turned, name).toBeLessThan(0.03);
      }
    }
  });

  it('shows its things in pictures, and says how much of each is seen', () => {
    const made = place(setting, 1);
    const shot = renderShot(new Renderer(), made, cameraAround(made, { around: 10, down: 35 }));
    expect(shot.visible.size).toBeGreaterThan(6);
    for (const [id, { pixels, whole, box }] of shot.visible) {
      expect(pixels).toBe(shot.picture.segmentation.reduce((sum, each) => sum + (each === id ? 1 : 0), 0));
      expect(whole).toBeGreaterThanOrEqual(pixels);
      expect(box.right).toBeGreaterThan(box.left);
    }
    const [[first = 0, before] = []] = shot.visible;
    // Alone, it is seen as a whole: up to what edges of pixels cost.
    for (const { id } of made.items) if (id !== first) made.show(id, false);
    const alone = renderShot(new Renderer(), made, shot.camera).visible.get(first);
    expect(alone?.pixels).toBeGreaterThanOrEqual(before?.pixels ?? 0);
    expect(Math.abs((alone?.pixels ?? 0) / (before?.whole ?? 1) - 1)).toBeLessThan(0.05);
  });

  it('can be rearranged', () => {
    const made = place(setting, 1);
    const [item] = made.items;
    if (!item) throw new Error('it is empty');
    const [x, y, z] = item.position;
    made.move(item.id, { position: [x + 1, y, z], yaw: 1 });
    expect(made.item(item.id)).toMatchObject({ position: [x + 1, y, z], yaw: 1 });
    const moved = made.drawn.things.filter(({ id }) => id === item.id);
    for (const thing of moved) expect([...thing.position]).toEqual([x + 1, y, z]);
  });
});
