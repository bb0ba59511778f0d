import { afterAll, beforeAll, expect, test } from 'vitest';
import { Physics } from '../physics/physics.ts';
import { blockHalf, tableBox, tableTop, tabletopMjcf } from './tabletop.ts';

let physics: Physics;
beforeAll(async () => {
  physics = await Physics.open(tabletopMjcf(2));
});
afterAll(() => physics.dispose());

/** Lets block 0 fall from a millimetre above a table of this height, and tells where it comes to rest. */
function restingPlace(surface: number): Float64Array {
  // What never moves is put in place by a reset.
  physics.placeGeom(physics.id('geom', 'table'), tableBox(surface).position);
  physics.reset();
  const { position } = physics.joint('block0');
  physics.qpos.set([0.1, 0, surface + blockHalf + 0.001, 1, 0, 0, 0], position);
  for (let i = 0; i < 250; i += 1) physics.step();
  return physics.qpos.slice(position, position + 3);
}

test('a block comes to rest on the table, also on a lower one', () => {
  for (const surface of [tableTop, tableTop - 0.03, tableTop]) {
    const [x = 0, y = 0, z = 0] = restingPlace(surface);
    expect(Math.max(Math.abs(x - 0.1), Math.abs(y))).toBeLessThan(1e-6);
    expect(Math.abs(z - surface - blockHalf)).toBeLessThan(5e-5);
  }
});

test('once at rest it stays to the last bit', () => {
  const before = restingPlace(tableTop);
  for (let i = 0; i < 500; i += 1) physics.step();
  const { position } = physics.joint('block0');
  expect(physics.qpos.slice(position, position + 3)).toEqual(before);
});

test('every finger has a sensor for every block: contacts, force, normal', () => {
  const fingers = ['fl_link7', 'fl_link8', 'fr_link7', 'fr_link8'];
  const places = ['block0', 'block1'].flatMap((block) => fingers.map((finger) => physics.sensor(`${finger}_${block}`)));
  expect(places).toEqual(places.map((_, i) => 7 * i));
  restingPlace(tableTop);
  expect(physics.sensors.every((value) => value === 0)).toBe(true);
});

test('every shape has a name of its own', () => {
  const names = physics.geoms.map(({ name }) => name);
  expect(names.every((name) => /^[a-z][a-z0-9_]+$/.test(name))).toBe(true);
  expect(new Set(names).size).toBe(names.length);
});
