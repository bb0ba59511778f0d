import type { DemoFrame, DemoSet, Language, Pixels } from '../../demonstration.ts';

export interface DrawnOptions {
  lengths?: readonly number[];
  tasks?: readonly string[];
  fps?: number;
  endpose?: boolean;
  /** In every demonstration. */
  language?: Language;
  /** By frame. */
  isExpert?: (frame: number) => boolean;
  trueFps?: number;
  size?: { width: number; height: number };
}

/** Every frame of every camera has a colour of its own, so that a picture in the wrong place is seen. */
export function colourOf(episode: number, frame: number, camera: number): [number, number, number] {
  return [40 + 50 * episode, 30 + ((frame * 11) % 200), 60 + 90 * camera];
}

/** Numbers that tell where they belong. */
export function stateOf(episode: number, frame: number): Float64Array {
  return Float64Array.from({ length: 14 }, (_, i) => episode + frame / 100 + i / 10);
}

/** A few short demonstrations with plain pictures: coloured above, grey below. */
export function drawnSet(opts: DrawnOptions = {}): DemoSet {
  const { lengths = [7, 4, 6], fps = 10, endpose = false, size = { width: 64, height: 48 } } = opts;
  const tasks = opts.tasks ?? [
    'Put the block with 4 on it into the zone.',
    'Drücke „7“.',
    'Put the block with 4 on it into the zone.',
  ];
  const cameras = ['head_camera', 'left_camera'].map((name) => ({ name, ...size }));
  const frameOf = (episode: number, frame: number): DemoFrame => ({
    state: stateOf(episode, frame),
    action: stateOf(episode, frame + 1),
    ...(opts.isExpert ? { isExpert: opts.isExpert(frame) } : {}),
    ...(endpose ? { endpose: poseOf(frame) } : {}),
    images: Object.fromEntries(cameras.map(({ name }, i) => [name, draw(colourOf(episode, frame, i), size)] as const)),
  });
  return {
    name: 'drawn',
    fps,
    ...(opts.trueFps === undefined ? {} : { trueFps: opts.trueFps }),
    robot: 'aloha-agilex',
    cameras,
    count: lengths.length,
    episode: async (index) => ({
      index,
      task: tasks[index % tasks.length] ?? '',
      ...(opts.language ? { language: opts.language } : {}),
      length: lengths[index] ?? 0,
      async *frames() {
        for (let frame = 0; frame < (lengths[index] ?? 0); frame += 1) yield frameOf(index, frame);
      },
    }),
  };
}

function poseOf(frame: number) {
  const left = Float64Array.of(frame, 0, 0.5, 1, 0, 0, 0);
  const right = Float64Array.of(0, frame, 0.25, 0, 1, 0, 0);
  return { left, leftGripper: 0.5, right, rightGripper: 1 };
}

function draw(colour: [number, number, number], { width, height }: { width: number; height: number }): Pixels {
  const rgb = new Uint8Array(3 * width * height).fill(128);
  for (let i = 0; i < rgb.length / 2; i += 3) rgb.set(colour, i);
  return { width, height, rgb };
}
