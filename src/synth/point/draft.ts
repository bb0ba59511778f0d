import { cos, sin } from '../../geometry/index.ts';
import type { Camera } from '../../render/index.ts';
import {
  type EyeLevel,
  type Item,
  makePlace,
  type Place,
  type PlaceRenderer,
  type Setting,
  type Shot,
} from '../../scenes/index.ts';
import type { Random } from '../../stats/index.ts';
import { plural } from '../../util/index.ts';
import { aim } from './aim.ts';
import { scales } from './free.ts';
import { MeasuredPicture } from './measured-picture.ts';
import { drafts, isLikely, type PointingQuestion, pose } from './question.ts';
import { type Demands, foreseen, type Shape, situationOf } from './situation.ts';
import { solve } from './solve.ts';
import type { Wish } from './wish.ts';

/** A picture to be taken, and what is asked about it. */
export interface PictureDraft {
  place: Place;
  camera: Camera;
  /** In the renderer's memory: the next one overwrites it. */
  shot: Shot;
  question: PointingQuestion;
}

/** Cameras that are aimed in one place, and of those that have enough in view, how many are looked through. */
const AIMS = 400;
const CAMERAS = 40;

/** Of the things that stand on others, so many are looked at: they can be asked for in few ways. */
const ON_TOP = 0.5;

/** Kinds that may come many times: some with a front that everybody agrees on, and some without. */
const manyOf: Readonly<Record<Setting, { fronted: readonly string[]; plain: readonly string[] }>> = {
  tabletop: {
    fronted: ['toy car', 'toy duck', 'clock'],
    plain: [
      'mug',
      'bowl',
      'bottle',
      'can',
      'candle',
      'vase',
      'book',
      'gift box',
      'ball',
      'cube',
      'pyramid',
      'cone',
      'plant pot',
    ],
  },
  room: {
    fronted: ['dining chair'],
    plain: ['stool', 'waste bin', 'suitcase', 'bucket', 'beach ball', 'cushion'],
  },
  yard: {
    fronted: ['dustbin', 'mailbox', 'bench'],
    plain: ['barrel', 'crate', 'flower tub', 'bucket', 'beach ball', 'bollard'],
  },
};

/** A place, a camera and a question as it is wished; or why that did not work. */
export function drawDraft(
  renderer: PlaceRenderer,
  about: {
    seed: readonly (string | number)[];
    setting: Setting;
    objects: number;
    level: EyeLevel;
    demands: Demands;
    /** Told why a question was not asked. */
    refuse(why: string): void;
  },
  wish: Wish,
  dice: Random,
): PictureDraft | string {
  const { seed, setting, objects, level, demands, refuse } = about;
  const { fronted, plain } = manyOf[setting];
  const scatter = [dice.pick(fronted), ...dice.shuffle(plain).slice(0, 2)];
  const place = makePlace({ seed, setting, objects, scatter });
  const things = place.items.filter(({ kind }) => scatter.includes(kind));
  const shapes = wish.split === 'location' ? targetsIn(place, scatter, dice) : spacesIn(place, things, wish, dice);
  const what = wish.split === 'location' ? 'thing' : 'free space';
  let why = 'no camera has it where it should be';
  for (let n = 0, tried = 0; n < AIMS && tried < CAMERAS; n += 1) {
    const camera = aim(place, dice.pick(shapes), { ...wish, level }, things, dice);
    if (!camera) continue;
    tried += 1;
    why = `no ${what} can be asked for in ${plural(wish.steps, 'step')}`;
    if (!isLikely(foreseen(place, camera, demands), wish, dice)) continue;
    const shot = renderer.measure(place, camera);
    const situation = { ...situationOf(place, shot, demands), shot };
    let look: MeasuredPicture | undefined;
    for (const draft of drafts(situation, wish, dice)) {
      const question = pose(situation, draft, wish, dice);
      if (typeof question === 'string') {
        refuse(question);
        continue;
      }
      look ??= new MeasuredPicture(place, shot);
      const wrong = solve(question, look);
      if (wrong === undefined) return { place, camera, shot, question };
      refuse(wrong);
    }
    why = `seen closely, no ${what} can be asked for`;
  }
  return why;
}

/** What may be asked for: what comes many times, and some of what stands on it. */
function targetsIn({ items }: Place, scatter: readonly string[], dice: Random): Shape[] {
  return items.filter(({ kind, on }) => (on === null ? scatter.includes(kind) : dice.next() < ON_TOP));
}

/** Where free space may be asked for: in one step, mats and tops; in more, also beside things, in any direction. */
function spacesIn({ items, regions, setting }: Place, things: readonly Item[], { steps }: Wish, dice: Random): Shape[] {
  const mats = regions.filter(({ kind, id }) => kind === 'rug' && id !== undefined);
  const flat = mats.map(({ outline, z }): Shape => {
    const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
    const [left, right, near, far] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    return {
      position: [(left + right) / 2, (near + far) / 2, z],
      yaw: 0,
      half: [(right - left) / 2, (far - near) / 2, 0],
    };
  });
  const tops = items.filter(({ top }) => top !== undefined);
  if (steps === 1) return [...flat, ...tops];
  const { reach } = scales[setting];
  const beside = things.map(({ position: [x, y, z], half }): Shape => {
    const angle = 2 * Math.PI * dice.next();
    const far = Math.sqrt(half[0] * half[1]) + reach / 2;
    return {
      position: [x + far * cos(angle), y + far * sin(angle), z],
      yaw: angle,
      half: [0.5 * reach, 0.5 * reach, 0],
    };
  });
  const corners = flat.flatMap(({ position: [x, y, z], half }) =>
    [-1, 1].flatMap((a) =>
      [-1, 1].map((b) => cornerAt(x + a * half[0], y + b * half[1], z, a, b, Math.min(half[0], half[1]))),
    ),
  );
  return [...beside, ...corners, ...tops.slice(0, 2)];
}

/** A corner of a mat: somewhat less than a quarter of it. */
function cornerAt(x: number, y: number, z: number, a: number, b: number, half: number): Shape {
  return { position: [x - a * 0.35 * half, y - b * 0.35 * half, z], yaw: 0, half: [0.4 * half, 0.4 * half, 0] };
}
