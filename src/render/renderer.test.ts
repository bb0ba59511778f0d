import { expect, test } from 'vitest';
import type { Picture } from '../contracts/index.ts';
import { random } from '../stats/index.ts';
import { letterTexture } from './letter.ts';
import { patternTexture } from './pattern.ts';
import { Renderer } from './renderer.ts';
import { type Camera, type Lights, type Scene, standing, type Thing } from './scene.ts';
import { boxMesh, planeMesh, sphereMesh } from './shapes.ts';

const lights: Lights = {
  ambient: { above: [0.4, 0.4, 0.4], below: [0.2, 0.2, 0.2], reach: 0.08 },
  sun: {
    direction: [0, 0.5, -1],
    colour: [0.5, 0.5, 0.5],
    shadow: { centre: [0, 0, 0], width: 4, height: 4, cell: 0.01 },
  },
  points: [{ position: [1, 1, 2], colour: [0.2, 0.1, 0.1] }],
};
const ground: Thing = {
  ...standing([0, 0, 0]),
  mesh: planeMesh(2, 2),
  colour: [0.6, 0.6, 0.6],
  id: 1,
  castsShadow: false,
};
const box = (id: number, x: number, y: number, z: number): Thing => ({
  ...standing([x, y, z]),
  mesh: boxMesh([0.1, 0.1, 0.1]),
  colour: [0.8, 0.2, 0.2],
  id,
  castsShadow: true,
});
/** Stands still while others move. */
const restingBox = box(3, -0.4, 0.2, 0.1);
const sceneOf = (...things: Thing[]): Scene => ({ things, lights, sky: [0.5, 0.7, 0.9] });

/** From 2 m above, straight down; +y is up in the picture. */
const above: Camera = {
  position: Float64Array.of(0, 0, 2),
  rotation: Float64Array.of(0, -1, 0, 0, 0, 1, -1, 0, 0),
  fovy: 53.13010235415598,
  width: 80,
  height: 60,
};
const pixel = (x: number, y: number) => y * 80 + x;

test('things are where the camera matrices say, as far as they are', () => {
  const { depth, segmentation, shapes, intrinsic, extrinsic } = new Renderer().render(
    sceneOf(ground, box(1, -0.5, -0.25, 0.1), box(2, 0.5, 0.25, 0.1)),
    above,
    { depth: true, segmentation: true, shapes: true },
  );
  // A focal length of 60 pixels; the box's top is 1.8 m away.
  expect(Array.from(intrinsic, (value) => Math.round(1e9 * value) / 1e9)).toEqual([60, 0, 40, 0, 60, 30, 0, 0, 1]);
  expect(Array.from(extrinsic)).toEqual([1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 2]);
  const [column, row] = [Math.floor(40 + (60 * 0.5) / 1.8), Math.floor(30 - (60 * 0.25) / 1.8)];
  expect(segmentation?.[pixel(column, row)]).toBe(2);
  // Shapes are told apart by their place in the scene.
  expect(shapes?.[pixel(column, row)]).toBe(3);
  expect(shapes?.[pixel(79 - column, 59 - row)]).toBe(2);
  expect(depth?.[pixel(column, row)]).toBeCloseTo(1800, 2);
  expect(segmentation?.[pixel(20, 30)]).toBe(1);
  expect(depth?.[pixel(20, 30)]).toBeCloseTo(2000, 2);
});

test('where nothing is there is sky, without depth', () => {
  const { rgb, depth, segmentation } = new Renderer().render(sceneOf(box(2, 0, 0, 0.1)), above, {
    depth: true,
    segmentation: true,
  });
  expect([rgb.slice(0, 3).join(), depth?.[0], segmentation?.[0]]).toEqual(['125,180,229', 0, 0]);
});

test('without colours, the same is measured', () => {
  const [scene, wanted] = [sceneOf(ground, box(2, 0.5, 0.25, 0.1)), { depth: true, segmentation: true }];
  const renderer = new Renderer();
  const [lit, dark] = [
    renderer.render(scene, above, wanted),
    renderer.render(scene, above, { ...wanted, colours: false }),
  ];
  expect([dark.depth, dark.segmentation]).toEqual([lit.depth, lit.segmentation]);
  expect(dark.rgb.length).toBe(0);
  expect(renderer.render(scene, above).rgb).toEqual(lit.rgb);
});

test('a picture that is written over another shows nothing of it', () => {
  const [wanted, next] = [{ depth: true, segmentation: true }, sceneOf(box(2, 0.1, 0, 0.1))];
  const old = new Renderer().render(sceneOf(ground), above, wanted);
  const over = new Renderer().render(next, above, { ...wanted, into: old });
  expect(over.depth).toBe(old.depth);
  expect(over).toEqual(new Renderer().render(next, above, wanted));
});

test('the sun throws shadows away from itself', () => {
  const { rgb } = new Renderer().render(sceneOf(ground, box(2, 0, 0, 0.5)), above);
  // Light falls along +y: half as far as it falls.
  const behind = rgb[3 * pixel(40, 30 - Math.round(60 * 0.125))] ?? 0;
  const before = rgb[3 * pixel(40, 30 + Math.round(60 * 0.25))] ?? 0;
  expect(behind).toBeLessThan(0.85 * before);
});

test('what is behind the camera or in it does no harm', () => {
  const inside = { ...above, position: Float64Array.of(0, 0, 0.05) };
  const { depth } = new Renderer().render(sceneOf(ground, box(2, 0, 0, 0.6), box(3, 0.15, 0, 0.05)), inside, {
    depth: true,
  });
  expect(depth?.[pixel(10, 30)]).toBeCloseTo(50, 3);
  expect(depth?.every((value) => value >= 0 && value < 100)).toBe(true);
});

test('a letter is upright for who looks along +y', () => {
  const texture = letterTexture('F', { face: [1, 1, 1], ink: [0, 0, 0] });
  const { rgb } = new Renderer().render(
    sceneOf({ ...box(2, 0, 0, 0.5), mesh: boxMesh([0.5, 0.5, 0.5]), texture }),
    above,
  );
  const isDark = (across: number, up: number) => (rgb[3 * pixel(40 + 60 * across, 30 - 60 * up)] ?? 255) < 100;
  expect([isDark(-0.2, 0.2), isDark(0.2, 0.35), isDark(0.2, -0.35), isDark(-0.2, -0.35)]).toEqual([
    true,
    true,
    false,
    true,
  ]);
});

test('pictures do not depend on what was rendered before, whatever rests, moves or changes', () => {
  const dice = random('renderer');
  const things = [
    { ...ground, texture: patternTexture(1) },
    ...Array.from({ length: 6 }, (_, i) => box(2 + i, dice.next() - 0.5, dice.next() - 0.5, 0.1 + dice.next())),
    { ...box(9, 0, 0, 0.3), mesh: sphereMesh(0.2), gloss: { strength: 0.5, sharpness: 5 } },
  ];
  for (const [n, thing] of things.entries()) Object.assign(thing, { shelters: n !== 2 });
  Object.assign(things[1] ?? {}, { gloss: { strength: 0.3, sharpness: 4, metal: true } });
  let scene = sceneOf(...things);
  const kept = new Renderer();
  const wanted = { depth: true, segmentation: true };
  let old: Picture | undefined;
  for (let round = 0; round < 120; round += 1) {
    // Most things rest most of the time.
    for (const thing of things.slice(1)) {
      if (dice.next() < 0.06) thing.position[dice.int(3)] = dice.next() - 0.3;
      if (dice.next() < 0.01) thing.colour = [dice.next(), dice.next(), dice.next()];
    }
    if (round === 25) things.splice(3, 1);
    if (round === 35) scene = { ...scene, lights: { ...lights, points: [] } };
    if (round === 45) scene = { ...scene, things: [...things, box(77, 0.2, 0.2, 0.2)] };
    if (round > 60 && round % 10 === 0) {
      const sun = { ...lights.sun, direction: [dice.next() - 0.5, 0.5, -1] as const };
      scene = { ...scene, lights: { ...lights, sun } };
    }
    const camera = { ...above, fixed: round % 5 > 0, width: round % 2 === 0 ? 80 : 61 };
    if (dice.next() < 0.3) kept.render(scene, camera, { ...wanted, colours: false });
    old = kept.render(scene, camera, { ...wanted, into: dice.next() < 0.5 ? old : undefined });
    expect(old).toEqual(new Renderer().render(scene, camera, wanted));
  }
});

test('nor on the form that a moving thing had', () => {
  const moving = box(2, 0, 0, 0.3);
  const kept = new Renderer();
  const camera = { ...above, fixed: true };
  for (let round = 0; round < 12; round += 1) {
    moving.position[0] = round / 40;
    if (round === 9) moving.mesh = sphereMesh(0.2);
    // After the moving one, so that its triangles get other numbers.
    const scene = sceneOf(ground, moving, restingBox);
    expect(kept.render(scene, camera).rgb).toEqual(new Renderer().render(scene, camera).rgb);
  }
});

test('nor on how long a camera has stayed where it is', () => {
  const moving = box(2, 0, 0, 0.3);
  const scene = sceneOf(ground, moving, restingBox);
  const kept = new Renderer();
  for (let round = 0; round < 40; round += 1) {
    moving.position[0] = round / 80;
    // Nobody says that it is fixed, and now and then it is not.
    const camera = { ...above, position: Float64Array.of(Math.floor(round / 15) / 9, 0, 2) };
    const other = { ...above, position: Float64Array.of(0, round / 40, 2) };
    for (const each of [camera, other])
      expect(kept.render(scene, each).rgb).toEqual(new Renderer().render(scene, each).rgb);
  }
});
