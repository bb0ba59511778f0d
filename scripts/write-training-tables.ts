/**
 * Pictures of laid tables with exactly known blocks, to train networks on. Seeds begin where no benchmark has any.
 * npx node scripts/write-training-tables.ts 4 20000 /tmp/tables-4
 */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { blockHalf, drawLayout, inRows, scattered, TabletopWorld, tableTop } from '../src/sim/index.ts';
import { at } from '../src/util/index.ts';

/** Of the head camera's 320×240, where blocks can lie. */
const crop = { x: 8, y: 44, width: 304, height: 120 };
const FIRST_SEED = { 4: 1_000_000_000, 10: 2_000_000_000 } as const;
const LABELS = { 4: [...'ABCD'], 10: [...'ABCDEFGHIK'] } as const;

const [blocksText = '', countText = '', out = '', fromText = '0'] = process.argv.slice(2);
const blocks = blocksText === '10' ? 10 : 4;
const world = await TabletopWorld.open(blocks);
const pixels = createWriteStream(`${out}.u8`);
const lines = createWriteStream(`${out}.ndjson`);
for (let index = Number(fromText); index < Number(fromText) + Number(countText); index += 1) {
  const seed = FIRST_SEED[blocks] + index;
  const arrangement = blocks === 4 ? scattered : inRows;
  const drawn = drawLayout({ seed, labels: LABELS[blocks], arrangement });
  if ('why' in drawn) continue;
  const { rgb, intrinsic, extrinsic } = world.picture(drawn.layout, 'head_camera', { width: 320, height: 240 });
  const placed = drawn.layout.blocks.map(({ label, colour, x, y, yaw }) => {
    const point = [x, y, tableTop + 2 * blockHalf, 1];
    const seen = [0, 1, 2].map((row) => point.reduce((sum, value, k) => sum + value * at(extrinsic, 4 * row + k), 0));
    const u = (at(intrinsic, 0) * at(seen, 0)) / at(seen, 2) + at(intrinsic, 2) - crop.x;
    const v = (at(intrinsic, 4) * at(seen, 1)) / at(seen, 2) + at(intrinsic, 5) - crop.y;
    return { label, colour, u, v, yaw };
  });
  const cut = new Uint8Array(crop.width * crop.height * 3);
  for (let row = 0; row < crop.height; row += 1) {
    const from = 3 * ((crop.y + row) * 320 + crop.x);
    cut.set(rgb.subarray(from, from + 3 * crop.width), 3 * row * crop.width);
  }
  lines.write(`${JSON.stringify({ seed, blocks: placed })}\n`);
  if (!pixels.write(cut)) await once(pixels, 'drain');
}
pixels.end();
lines.end();
world.close();
