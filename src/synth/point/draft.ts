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
import { aim } from './aim.ts';
import { drawn } from './balance.ts';
import { MeasuredPicture } from './measured-picture.ts';
import { ask, type PointingQuestion, weightOfAll } from './question.ts';
import { type Demands, type Situation, situationOf } from './situation.ts';
import { solve } from './solve.ts';
import { subjectsOf } from './subjects.ts';
import type { Wish } from './wish.ts';

/** A picture to be taken, and what is asked about it. */
export interface PictureDraft {
  place: Place;
  camera: Camera;
  /** In the printer's memory: the next one overwrites it. */
  shot: Shot;
  questions: PointingQuestion[];
}

/** One renderer per picture size, because each keeps its memory. */
export class DraftRenderers {
  readonly sketcher = new PlaceRenderer();
  readonly printer = new PlaceRenderer();
}

/** Pictures that are only looked at to choose one. */
const SKETCH = { width: 160, height: 120 };

/** A place, a camera and a question for every wish; or why that did not work. */
export function drawDraft(
  { sketcher, printer }: DraftRenderers,
  about: {
    seed: readonly (string | number)[];
    setting: Setting;
    objects: number;
    level?: EyeLevel;
    demands: Demands;
    /** Of the picture that is measured: a smaller one will do to count where answers are. */
    size?: { width: number; height: number };
    /** Told why the solver would not have a question. */
    refuse?(why: string): void;
  },
  wishes: readonly Wish[],
  dice: Random,
): PictureDraft | string {
  const { seed, setting, objects, level = 'eye', demands, size = PHOTO } = about;
  const row = dice.pick([0, 0, 4, 5]);
  const place = makePlace({ seed, setting, objects, row, twins: dice.int(3), variety: 0.36 });
  const lookFrom = (camera: Camera, size: { width: number; height: number }, by: PlaceRenderer) =>
    situationOf(place, by.measure(place, { ...camera, ...size }), demands);
  const cameras = aim(place, dice, level)
    .map((camera) => ({ camera, weight: appealOf(lookFrom(camera, SKETCH, sketcher), wishes, dice) }))
    .filter(({ weight }) => weight > 0);
  const [chosen] = drawn(dice, cameras);
  if (!chosen) return 'nothing can be asked';
  const { camera } = chosen;
  const situation = lookFrom(camera, size, printer);
  const questions = askAll(situation, wishes, dice, about.refuse);
  return typeof questions === 'string' ? questions : { place, camera, shot: situation.shot, questions };
}

/** The weight of a camera: the total weight of what could be asked about its picture. */
function appealOf(situation: Situation, wishes: readonly Wish[], dice: Random): number {
  const subjects = subjectsOf(situation);
  return wishes.reduce((product, wish) => product * weightOfAll(situation, subjects[wish.split], wish, dice), 1);
}

function askAll(
  situation: Situation,
  wishes: readonly Wish[],
  dice: Random,
  refuse: ((why: string) => void) | undefined,
): PointingQuestion[] | string {
  const subjects = subjectsOf(situation);
  const look = new MeasuredPicture(situation.place, situation.shot);
  const isWrong = (question: PointingQuestion) => {
    const why = solve(question, look);
    if (why) refuse?.(why);
    return why !== undefined;
  };
  const questions: PointingQuestion[] = [];
  for (const wish of wishes) {
    const question = ask(situation, subjects[wish.split], wish, { dice, isWrong });
    if (!question) {
      const what = wish.split === 'location' ? 'thing' : 'free space';
      return `no ${what} can be asked for in ${plural(wish.steps, 'step')}`;
    }
    questions.push(question);
  }
  return questions;
}
