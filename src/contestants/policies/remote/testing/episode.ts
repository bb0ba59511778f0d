import type { EpisodeStart, Observation, Picture } from '../../../../contracts/index.ts';
import { at } from '../../../../util/index.ts';

export const start: EpisodeStart = { instruction: 'fetch the right block', unit: { id: 'unit-1', epoch: 0 }, seed: 7 };

/** A picture whose pixels are told apart: red counts columns, green counts rows, blue is the camera's. */
function picture(blue: number, width = 320, height = 240): Picture {
  const rgb = Uint8Array.from({ length: 3 * width * height }, (_, i) => {
    const pixel = Math.floor(i / 3);
    return at([(pixel % width) % 256, Math.floor(pixel / width), blue], i % 3);
  });
  return { width, height, rgb, intrinsic: new Float64Array(9).fill(1), extrinsic: new Float64Array(12).fill(2) };
}

const images = {
  head_camera: picture(1),
  left_camera: picture(2),
  right_camera: picture(3),
  front_camera: picture(4),
};

/** What there is to see after so many commands. */
export function observation(step = 0): Observation {
  return {
    instruction: start.instruction,
    step,
    images,
    state: Float64Array.from({ length: 14 }, (_, i) => i / 10),
    joints: Float64Array.from({ length: 14 }, (_, i) => i / 10 + 0.01),
    hands: { left: new Float64Array(7).fill(5), right: new Float64Array(7).fill(6) },
  };
}
