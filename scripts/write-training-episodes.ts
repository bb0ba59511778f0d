/**
 * What the expert does with the block that it is told, to train networks on: three cameras, joints, and what the drives are told
 * next. Every other episode is disturbed, so that ways back are seen too. Seeds begin where no benchmark has any.
 * npx node scripts/write-training-episodes.ts 100 /tmp/episodes [from]
 */

import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { PolicyError } from '../src/contracts/index.ts';
import { demonstrate } from '../src/sim/episode/demonstrate.ts';
import { Disturbances } from '../src/sim/episode/disturb.ts';
import { EventRecorder } from '../src/sim/episode/event-recorder.ts';
import { drawLayout, scattered, Tabletop, TabletopCameras } from '../src/sim/index.ts';
import { random } from '../src/stats/index.ts';
import { at } from '../src/util/index.ts';

const FIRST_SEED = 3_000_000_000;
const LABELS = [...'ABCD'];
/** Physics steps per command, commands per chunk, and physics steps between two moments that are kept. */
const EVERY = 15;
const CHUNK = 32;
const BETWEEN = 30;
/** How long the episode is followed after the block lies in the zone, in physics steps. */
const AFTER = 45;
const VIEWS = [
  { camera: 'head_camera', width: 160, height: 120 },
  { camera: 'left_camera', width: 80, height: 60 },
  { camera: 'right_camera', width: 80, height: 60 },
];

/** One physics step of an episode: what the drives were told, and whether it was the expert who told them. */
interface Step {
  commanded: Float64Array;
  own: boolean;
}

/** What is kept of a moment. */
interface Moment {
  step: number;
  pictures: Uint8Array[];
  joints: Float64Array;
  /** The block: where the head camera sees the middle of its top, its place, and cosine and sine of four times its angle. */
  block: number[];
}

const [countText = '', out = '', fromText = '0'] = process.argv.slice(2);
const table = await Tabletop.open(LABELS.length);
const cameras = new TabletopCameras(table.physics);
const files = VIEWS.map(({ camera }) => openSync(`${out}.${camera}.u8`, 'w'));
const numbers = openSync(`${out}.numbers.f32`, 'w');
const lines: string[] = [];
let rows = 0;
for (let index = Number(fromText); index < Number(fromText) + Number(countText); index += 1) {
  const seed = FIRST_SEED + index;
  const drawn = drawLayout({ seed, labels: LABELS, arrangement: scattered });
  if ('why' in drawn) continue;
  const target = random(seed, 'target').int(LABELS.length);
  const { label, colour } = at(drawn.layout.blocks, target);
  const isDisturbed = index % 2 === 1;
  const episode = record(drawn.layout, target, seed, isDisturbed);
  if (!episode) continue;
  const { steps, moments } = episode;
  for (const moment of moments) {
    for (const [i, picture] of moment.pictures.entries()) writeSync(at(files, i), picture);
    writeSync(numbers, new Uint8Array(numbersOf(moment, steps).buffer));
  }
  lines.push(JSON.stringify({ seed, label, colour, disturbed: isDisturbed, row: rows, count: moments.length }));
  rows += moments.length;
}
for (const file of [...files, numbers]) closeSync(file);
// Last, so that its being there says that the rest is whole.
writeFileSync(`${out}.ndjson`, lines.map((line) => `${line}\n`).join(''));
table.close();

/** Nothing where the expert finds no way, or loses the block. */
function record(layout: Parameters<Tabletop['lay']>[0], target: number, seed: number, isDisturbed: boolean) {
  const trouble = isDisturbed
    ? new Disturbances({ seed, attempt: 0, start: 0.15, pushes: 1, nudges: seed % 4 === 1 ? 1 : 0 })
    : undefined;
  cameras.dress(layout);
  if (table.lay(layout, trouble?.start()) !== undefined) return undefined;
  const placed = new EventRecorder(table);
  const view = {
    table,
    look: (camera: string, size: { width: number; height: number }) => cameras.picture(camera, { size }),
  };
  const steps: Step[] = [];
  const moments: Moment[] = [];
  let next = random(seed, 'first moment').int(BETWEEN);
  let end = Infinity;
  try {
    const shown = demonstrate(view, target, { cameras: [], every: 1, ...(trouble ? { disturbances: trouble } : {}) });
    for (const { state, byExpert = true } of shown.frames) {
      // The end of one movement is the beginning of the next: what is said last holds.
      steps[table.steps] = { commanded: state, own: byExpert };
      if (table.steps >= next) {
        moments.push(look(target));
        next += BETWEEN;
      }
      if (end === Infinity && placed.placed().includes(target)) end = table.steps + AFTER;
      if (table.steps >= end) break;
    }
  } catch (error) {
    if (error instanceof PolicyError) return undefined;
    throw error;
  }
  return { steps, moments: moments.filter(({ step }) => at(steps, step).own) };
}

function look(target: number): Moment {
  table.physics.kinematics();
  const pictures = VIEWS.map(({ camera, ...size }) => cameras.picture(camera, { size }));
  const [x = 0, y = 0, z = 0, w = 1, , , k = 0] = table.blockPose(target);
  const { intrinsic, extrinsic } = at(pictures, 0);
  const point = [x, y, z + 0.025, 1];
  const seen = [0, 1, 2].map((row) => point.reduce((sum, value, i) => sum + value * at(extrinsic, 4 * row + i), 0));
  const u = (at(intrinsic, 0) * at(seen, 0)) / at(seen, 2) + at(intrinsic, 2);
  const v = (at(intrinsic, 4) * at(seen, 1)) / at(seen, 2) + at(intrinsic, 5);
  const yaw = 2 * Math.atan2(k, w);
  return {
    step: table.steps,
    pictures: pictures.map(({ rgb }) => rgb),
    joints: table.measured(),
    block: [u, v, x, y, z, Math.cos(4 * yaw), Math.sin(4 * yaw)],
  };
}

/** Joints, what the drives were last told, the block, how much of the chunk holds, and the chunk. */
function numbersOf({ step, joints, block }: Moment, steps: readonly Step[]): Float32Array {
  const last = steps.length - 1;
  const stranger = steps.findIndex(({ own }, i) => i >= step && !own);
  const whole = stranger < 0 ? CHUNK : Math.min(CHUNK, Math.floor((stranger - step) / EVERY));
  const chunk = Array.from({ length: CHUNK }, (_, i) => at(steps, Math.min(last, step + (i + 1) * EVERY)).commanded);
  return Float32Array.from([
    ...joints,
    ...at(steps, step).commanded,
    ...block,
    whole,
    ...chunk.flatMap((each) => [...each]),
  ]);
}
