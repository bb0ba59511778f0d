import {
  type EpisodeStart,
  type Hands,
  messageOf,
  type Observation,
  type Picture,
  PolicyError,
} from '../../../contracts/index.ts';
import { at } from '../../../util/index.ts';
import type { Packable, PackableMap } from './encode.ts';
import { type Branch, type CameraLeaf, isLeaf, type Leaf, type NumbersLeaf } from './observation-map.ts';
import { resizeWithPad } from './resize.ts';
import { fromNumbers, NdArray, stacked } from './wire.ts';

/** An observation under the keys of a map. */
export function observe(branch: Branch, observation: Observation, start: EpisodeStart): PackableMap {
  return Object.fromEntries(
    Object.entries(branch).map(([key, child]) => [
      key,
      isLeaf(child) ? contentOf(child, observation, start) : observe(child, observation, start),
    ]),
  );
}

function contentOf(leaf: Leaf, observation: Observation, { unit, seed }: EpisodeStart): Packable {
  if ('value' in leaf) return leaf.value;
  if ('camera' in leaf) {
    const picture = observation.images[leaf.camera];
    if (!picture) throw new PolicyError('simulation', `the world gave no picture of ${leaf.camera}`);
    return seen(picture, leaf);
  }
  switch (leaf.from) {
    case 'instruction':
      return observation.instruction;
    case 'instructions':
      return [observation.instruction];
    case 'step':
      return observation.step;
    case 'start':
      return { unit: unit.id, epoch: unit.epoch, seed };
    case 'hands':
      return observation.step === 0 && observation.peek ? told(observation.peek) : null;
    case 'truth':
      return observation.peek?.truth ?? null;
    case 'state':
      return numbers(observation.state, leaf);
    case 'joints':
      return numbers(observation.joints, leaf);
    case 'left_hand':
      return numbers(observation.hands.left, leaf);
    case 'right_hand':
      return numbers(observation.hands.right, leaf);
  }
}

function numbers(all: Float64Array, { at: places, dtype }: NumbersLeaf): Packable {
  if (typeof places === 'number') return at(all, places);
  const chosen = places ? places.map((i) => at(all, i)) : all;
  return dtype === 'list' ? [...chosen] : fromNumbers(chosen, dtype, [chosen.length]);
}

function seen(picture: Picture, { what, layout, size, dtype }: CameraLeaf): Packable {
  const { width, height, depth } = picture;
  const float = dtype === 'uint8' ? 'float32' : dtype;
  if (what === 'intrinsic') return fromNumbers(picture.intrinsic, float, [3, 3]);
  if (what === 'extrinsic') return fromNumbers(picture.extrinsic, float, [3, 4]);
  if (what === 'depth') return fromNumbers(depth ?? new Float32Array(width * height), float, [height, width]);
  if (what === 'shape') return size ? [size[1], size[0]] : [height, width];
  const sent = size ? resizeWithPad(picture, { width: size[0], height: size[1] }) : picture;
  const shape = layout === 'chw' ? [3, sent.height, sent.width] : [sent.height, sent.width, 3];
  const bytes = layout === 'chw' ? planes(sent.rgb) : sent.rgb;
  if (dtype === 'uint8') return new NdArray('|u1', shape, bytes);
  return fromNumbers(
    Float64Array.from(bytes, (value) => value / 255),
    dtype,
    shape,
  );
}

/** All reds, then all greens, then all blues. */
function planes(rgb: Uint8Array): Uint8Array {
  const count = rgb.length / 3;
  const out = new Uint8Array(rgb.length);
  for (let i = 0; i < count; i++) {
    out[i] = rgb[3 * i] ?? 0;
    out[count + i] = rgb[3 * i + 1] ?? 0;
    out[2 * count + i] = rgb[3 * i + 2] ?? 0;
  }
  return out;
}

/** Hands do not travel, but what they would do can: the commands for each block that can be fetched. */
function told({ blocks, fetch }: Hands): PackableMap {
  const routes = blocks.map(({ label }): [string, Packable] => {
    try {
      return [label, stacked(fetch(label))];
    } catch (error) {
      return [label, messageOf(error)];
    }
  });
  return {
    blocks: blocks.map(({ label, extras }) => ({ label, ...extras })),
    routes: Object.fromEntries(routes),
  };
}
