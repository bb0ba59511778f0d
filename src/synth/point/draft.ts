import type { Camera } from '../../render/index.ts';
import {
  type EyeLevel,
  makePlace,
  PHOTO,
  type Place,
  PlaceRenderer,
  type Setting,
  type Shot,
} from '../../scenes/index.ts';
import type { Random } from '../../stats/index.ts';
import { plural } from '../../util/index.ts';
import { Aiming } from './aim.ts';
import { MeasuredPicture } from './measured-picture.ts';
import { drafts, goalsOf, isLikely, isSayable, type PointingQuestion, pose } from './question.ts';
import { allSeen, boxed, type Demands, situationOf, sketched } from './situation.ts';
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

/** Of what is there, how much is aimed at; of the cameras that seem to do, how many are looked through. */
const GOALS = 12;
const CAMERAS = 16;

/** In rooms, things stand in a part of the floor: a camera among furniture does not overlook all of it. */
const gathered: Readonly<Record<Setting, number>> = { tabletop: 1, room: 0.7, yard: 1 };

/** A small picture, whose sides are so many times shorter, shows whether a large one is worth its time. */
const SMALLER = 8;

/** One renderer for large pictures and one for small ones: each keeps its memory for its own size. */
export class TwoRenderers {
  readonly large = new PlaceRenderer();
  readonly #small = new PlaceRenderer();

  sketch(place: Place, camera: Camera): Shot {
    return this.#small.sketch(place, { ...camera, width: PHOTO.width / SMALLER, height: PHOTO.height / SMALLER });
  }
}

/** A place, a camera and a question as it is wished; or why that did not work. */
export function drawDraft(
  renderers: TwoRenderers,
  about: {
    seed: readonly (string | number)[];
    objects: number;
    level: EyeLevel;
    demands: Demands;
    /** Told why a question was not asked. */
    refuse(why: string): void;
  },
  wish: Wish,
  dice: Random,
): PictureDraft | string {
  const { seed, objects, level, demands, refuse } = about;
  const { setting, scatter } = wish;
  const place = makePlace({
    seed,
    setting,
    objects,
    scatter,
    within: wish.split === 'location' ? gathered[setting] : 1,
  });
  const world = allSeen(place, demands);
  const aiming = new Aiming(world, wish, level, dice);
  const what = wish.split === 'location' ? 'thing' : 'free space';
  const goals = [...goalsOf(world, wish, dice).take(GOALS)];
  if (goals.length === 0) return `no ${what} can be asked for in ${plural(wish.steps, 'step')}`;
  let why = 'no camera has it where it should be';
  let cameras = 0;
  for (const { goal, camera, at, isInSight } of aiming.aims(goals)) {
    why = `no ${what} can be asked for in ${plural(wish.steps, 'step')}`;
    // What takes longer comes later.
    if (!isSayable(boxed(place, camera, demands, isInSight), goal, wish, at, dice)) continue;
    if (cameras === CAMERAS) break;
    cameras += 1;
    const sketch = renderers.sketch(place, camera);
    if (!isLikely(sketched(place, camera, sketch, SMALLER, demands), goal, wish, at, dice)) continue;
    const shot = renderers.large.measure(place, camera);
    const situation = { ...situationOf(place, shot, demands), shot };
    let look: MeasuredPicture | undefined;
    for (const draft of drafts(situation, goal, wish, at, dice)) {
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
