import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawLayout, scattered } from '../scene/layout.ts';
import { TabletopWorld } from './world.ts';

let world: TabletopWorld;
beforeAll(async () => {
  world = await TabletopWorld.open(4);
});
afterAll(() => world.close());

test('asks for a way to every block only where others count', () => {
  const drawn = drawLayout({ seed: 5, labels: [...'ABCD'], arrangement: scattered });
  if ('why' in drawn) throw new Error(drawn.why);
  const { layout } = drawn;
  expect(world.rehearse(layout, 'B', { others: true })).toBeUndefined();
  const blocks = layout.blocks.map((block) => (block.label === 'A' ? { ...block, x: -0.2, y: 0.34 } : block));
  expect(world.rehearse({ ...layout, blocks }, 'B')).toBeUndefined();
  expect(world.rehearse({ ...layout, blocks }, 'B', { others: true })).toBe('another block: out of reach');
  expect(world.rehearse({ ...layout, blocks }, 'A')).toBe('out of reach');
});
