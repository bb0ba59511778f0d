import type { Picture } from '../../../contracts/index.ts';
import type { RecordedFrame } from '../frames.ts';
import type { PlannedPaths } from '../pickle.ts';
import { type OwnScene, type Semantics, sceneOf } from '../scene.ts';
import type { SetAbout } from '../set-record.ts';

const cameras = ['head_camera', 'front_camera', 'left_camera', 'right_camera'];
const [width, height] = [64, 48];

export const red = [220, 30, 40] as const;
export const blue = [20, 40, 200] as const;

/** A picture that is red on the left and blue on the right. */
export function redAndBlue(extra: Partial<Picture> = {}): Picture {
  const rgb = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; i += 1) rgb.set(i % width < width / 2 ? red : blue, 3 * i);
  const intrinsic = Float64Array.of(70, 0, 32, 0, 70, 24, 0, 0, 1);
  const extrinsic = Float64Array.of(1, 0, 0, 0.1, 0, -0.6, -0.8, 0.2, 0, 0.8, -0.6, 0.3);
  return { width, height, rgb, intrinsic, extrinsic, ...extra };
}

/** Three moments; value `k` of the state at moment `t` is t + k / 64 + shift. */
export function moments(shift = 0, extra: Partial<Picture> = {}): RecordedFrame[] {
  return Array.from({ length: 3 }, (_, t) => ({
    state: Float64Array.from({ length: 14 }, (_, k) => t + k / 64 + shift),
    hands: { left: Float64Array.of(t, 0, 1, 1, 0, 0, 0), right: Float64Array.of(-t, 0, 1, 0, 1, 0, 0) },
    images: Object.fromEntries(cameras.map((camera) => [camera, redAndBlue(extra)])),
  }));
}

export const paths: PlannedPaths = {
  left: [{ positions: Float64Array.from({ length: 12 }, (_, i) => i / 3), velocities: new Float64Array(12) }],
  right: [],
};

/** A question whose right answer is dealt in turn. */
export function sceneFor(row: number): OwnScene {
  const labels = ['A', 'B', 'C', 'D'];
  const colours = ['red', 'green', 'blue', 'yellow'];
  const right = row % 4;
  const semantics = {
    row,
    id: `q${row}`,
    question: `What is ${row} + 1?`,
    answer: labels[right] ?? '',
    options: Object.fromEntries(labels.map((label, i) => [label, String(row + 1 + i - right)])),
    blocks: Object.fromEntries(
      labels.map((label, i) => [label, { colour: colours[i] ?? '', x: -0.2 + 0.13 * i, y: 0.02 * i, yaw: 0 }]),
    ),
  };
  return sceneOf(wordingFor(semantics).info, semantics);
}

export function wordingFor({ question, options }: Pick<Semantics, 'question' | 'options'>) {
  const listed = Object.entries(options).map(([label, text]) => `${label}: ${text}`);
  const texts = { '{Q}': question, '{O}': listed.join(', ') };
  return {
    info: texts,
    instructions: {
      seen: [`${question} ${texts['{O}']}. Fetch it.`, `Fetch what is right. ${question} ${texts['{O}']}.`],
      unseen: [`Bring the answer: ${question} Choose among ${texts['{O}']}.`],
    },
  };
}

export function aboutSet(extra: Partial<SetAbout> = {}): SetAbout {
  return {
    format: 'sextant-robotwin-1',
    task: 'rsb_math',
    setting: 'small',
    robot: 'aloha-agilex',
    world: 'tabletop@1',
    fps: 30,
    rgbOrder: 'upstream',
    made: { split: 'train' },
    ...extra,
  };
}
