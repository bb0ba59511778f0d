import type { Camera } from '../../render/index.ts';
import { makePlace, PHOTO, type Place, PlaceRenderer, type Setting, type Shot } from '../../scenes/index.ts';
import type { Random } from '../../stats/index.ts';
import { at, plural } from '../../util/index.ts';
import { aim } from './aim.ts';
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
  questions: PointingQuestion[];
}

/** Cameras that are tried in one place. */
const CAMERAS = 30;

/** Of the things that stand on others, so many are looked at: they can be asked for in few ways. */
const ON_TOP = 0.3;

/** Kinds that may come many times: some with a front that everybody agrees on, and some without. */
const manyOf: Readonly<Record<Setting, { fronted: readonly string[]; plain: readonly string[] }>> = {
  tabletop: {
    fronted: ['toy car', 'toy duck', 'clock'],
    plain: ['mug', 'bowl', 'bottle', 'can', 'candle', 'vase', 'book', 'gift box', 'ball', 'cube', 'pyramid', 'cone', 'plant pot'],
  },
  room: {
    fronted: ['dining chair'],
    plain: ['stool', 'waste bin', 'suitcase', 'bucket', 'beach ball', 'cushion'],
  },
  yard: { fronted: ['dustbin', 'mailbox', 'bench'], plain: ['barrel', 'crate', 'flower tub', 'bucket', 'beach ball', 'post'] },
};

/** A place, a camera and a question for every wish; or why that did not work. */
export function drawDraft(
  renderer: PlaceRenderer,
  about: {
    seed: readonly (string | number)[];
    setting: Setting;
    objects: number;
    demands: Demands;
    /** Told why a question was not asked. */
    refuse(why: string): void;
  },
  wishes: readonly Wish[],
  dice: Random,
): PictureDraft | string {
  const { seed, setting, objects, demands, refuse } = about;
  const { fronted, plain } = manyOf[setting];
  const scatter = [dice.pick(fronted), ...dice.shuffle(plain).slice(0, 2)];
  const place = makePlace({ seed, setting, objects, scatter });
  // Few things have free space that takes one step to find: where such is wished for, one of them is looked at, else a thing that may be meant.
  const rare = wishes.find(({ split, steps }) => split === 'placement' && steps === 1);
  const shapes = rare ? withSpace(place) : place.items.filter(({ kind, on }) => scatter.includes(kind) || (on !== null && dice.next() < ON_TOP));
  const wanted = rare ?? at(wishes, 0);
  let why = 'no camera has it where it should be';
  for (let n = 0; n < CAMERAS; n += 1) {
    const camera = aim(place, dice.pick(shapes), wanted, dice);
    if (!camera) continue;
    const rough = foreseen(place, camera, demands);
    const lacking = wishes.find((wish) => !isLikely(rough, wish, dice));
    if (lacking) {
      why = `no ${whatOf(lacking)} can be asked for in ${plural(lacking.steps, 'step')}`;
      continue;
    }
    const shot = renderer.measure(place, { ...camera, ...PHOTO });
    const situation = { ...situationOf(place, shot, demands), shot };
    let look: MeasuredPicture | undefined;
    const questions: PointingQuestion[] = [];
    for (const wish of wishes) {
      for (const draft of drafts(situation, wish, dice)) {
        const question = pose(situation, draft, wish, dice);
        if (typeof question !== 'string') look ??= new MeasuredPicture(place, shot);
        const wrong = typeof question === 'string' ? question : look && solve(question, look);
        if (wrong !== undefined) refuse(wrong);
        if (wrong !== undefined || typeof question === 'string') continue;
        questions.push(question);
        break;
      }
      if (questions.length <= wishes.indexOf(wish)) break;
    }
    if (questions.length === wishes.length) return { place, camera, shot, questions };
    why = `seen closely, no ${whatOf(at(wishes, questions.length))} can be asked for`;
  }
  return why;
}

/** Mats, and what has a top. */
function withSpace({ items, regions }: Place): Shape[] {
  const mats = regions.filter(({ kind, id }) => kind === 'rug' && id !== undefined);
  const flat = mats.map(({ outline, z }): Shape => {
    const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
    const [left, right, near, far] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    return { position: [(left + right) / 2, (near + far) / 2, z], yaw: 0, half: [(right - left) / 2, (far - near) / 2, 0] };
  });
  return [...flat, ...items.filter(({ top }) => top !== undefined)];
}

function whatOf({ split }: Wish): string {
  return split === 'location' ? 'thing' : 'free space';
}
