import { views } from '../../benchmarks/index.ts';
import type { Renderer } from '../../render/index.ts';
import { kindNamed, makePlace, type Place, renderShot, type Shot, type Stand, settings } from '../../scenes/index.ts';
import { random } from '../../stats/index.ts';
import { at, demand } from '../../util/index.ts';
import type { PhotoSettings } from '../photo.ts';
import { type PartlyKnown, partlyKnown } from './ablations.ts';
import { CLIP, cameraOf, drawCameraPose } from './camera.ts';
import { type QuestionKind, UNKNOWN } from './kinds/kind.ts';
import { DEGREES } from './measure.ts';
import { framesIn } from './measured-frame.ts';
import { type Movement, type MovementInput, moments, type Span } from './movements/movement.ts';
import { BY_CHANCE } from './movements/things.ts';
import { walk } from './movements/walk.ts';
import { movable } from './paths.ts';
import { facingOf, solvers } from './solve.ts';
import { during, FRAMES, seenIn, type Trajectory } from './trajectory.ts';

/** Frames at which pictures are measured: the ends and the middle of both halves. The same when reversed. */
export const KEY = [0, FRAMES / 4 - 0.5, FRAMES / 2 - 1, FRAMES / 2, (3 * FRAMES) / 4 - 0.5, FRAMES - 1].map(
  Math.floor,
);

/** Limits on what is asked about, in every key frame. */
const LEAST_PIXELS = 110;
const LEAST_FRONTED = 260;
const LEAST_SEEN = 0.7;
const BORDER = 2;

export interface ClipDifficulty {
  objects: number;
  slant: number;
  movers: number;
  photo: PhotoSettings;
}

/** A clip that was checked, before it is filmed. */
export interface ClipDraft {
  place: Place;
  target: string;
  trajectory: Trajectory;
  fovy: number;
  shots: ReadonlyMap<number, Shot>;
  /** Right option per view. */
  right: Record<(typeof views)[number], string>;
  /** Per view, what those would choose among who know a part of the clip. */
  partly: Record<(typeof views)[number], PartlyKnown>;
  /** What is asked about was taken away. */
  vanished?: number;
}

/** What is dealt before anything is looked at: the question, which option is right, and what it is about where its front counts. */
export interface ClipTask {
  kind: QuestionKind;
  option: number;
  span: Span;
  /** How lucky somebody is who takes the camera to stand still: 0 … 1. */
  luck: number;
  who?: string;
}

/** One attempt at a clip about which an option is true, or why it came to nothing. */
export function draftClip(
  renderer: Renderer,
  {
    kind,
    option,
    span,
    luck,
    who,
    difficulty,
    stream,
  }: ClipTask & { difficulty: ClipDifficulty; stream: readonly (string | number)[] },
): ClipDraft | string {
  // The name of this stream decides every clip's bytes: it stays.
  const dice = random(...stream, 'dance');
  const setting = who === undefined ? dice.pick(settings) : at(kindNamed(who).settings, 0);
  const place = makePlace({ seed: stream, setting, objects: difficulty.objects });
  const pose = drawCameraPose(dice, place, difficulty.photo.level);
  if (!pose) return 'nowhere to film from';
  const { look, fovy } = pose;
  const input: MovementInput = {
    place,
    look,
    dice,
    span,
    luck,
    slant: difficulty.slant * DEGREES,
    ...(who === undefined ? {} : { who }),
  };
  const movement = kind.movement(input, option);
  if (typeof movement === 'string') return movement;
  const joined = join(input, movement, kind.others ?? [0, 2], difficulty.movers);
  if (joined) return joined;

  const { target, camera, items, vanishes } = movement;
  const trajectory: Trajectory = { camera, items, moment: moments[span] };
  const seen = views.map((view) => {
    const own = seenIn(view, trajectory);
    return { own, target: own.items.get(target.id) ?? standing(view, place.item(target.id)) };
  });
  const read = seen.map(({ own, target }) => kind.read(during(own, own.camera), during(own, target)));
  if (read.includes(undefined)) return 'not clear in every view';
  const right = vanishes ? read.map(() => UNKNOWN) : read.flatMap((word) => word ?? []);
  if (right[0] !== kind.options[option]) return 'not clearly what was meant';
  const partly = seen.map(({ own, target }, i) => partlyKnown(kind, own, target, at(right, i)));
  const [std] = partly;
  if (kind.name === 'ground' && std?.['still-camera'].includes(at(right, 0)) !== luck < BY_CHANCE)
    return 'the view suggests too much';

  const shots = new Map<number, Shot>();
  for (const frame of KEY) {
    const shot = shoot(renderer, { place, trajectory, fovy }, frame);
    const blemish = blemishOf(shot, target.id, kind.fronted ? LEAST_FRONTED : LEAST_PIXELS);
    if (blemish) return blemish;
    shots.set(frame, shot);
  }
  if (vanishes) {
    place.show(target.id, false);
    for (const frame of KEY) shots.set(frame, shoot(renderer, { place, trajectory, fovy }, frame));
  }
  for (const [i, view] of views.entries())
    if (solve(view, { shots, movement, trajectory, kind, place }) !== right[i]) return 'the solver disagrees';
  return {
    place,
    target: target.name,
    trajectory,
    fovy,
    shots,
    right: byView(right),
    partly: byView(partly),
    ...(vanishes && { vanished: target.id }),
  };
}

function byView<T>(list: readonly T[]): Record<(typeof views)[number], T> {
  return { std: at(list, 0), hflip: at(list, 1), reverse: at(list, 2), reverse_hflip: at(list, 3) };
}

/** What stands still, in the world of a view. */
function standing(view: (typeof views)[number], { position: [x, y, z], yaw }: Stand): Stand[] {
  const stand: Stand = view.includes('hflip') ? { position: [x, -y, z], yaw: -yaw } : { position: [x, y, z], yaw };
  return Array.from({ length: FRAMES }, () => stand);
}

/** Other things that move about, as many as are wanted; a reason when there is no room for the fewest. */
function join(
  input: MovementInput,
  movement: Movement,
  [least, most]: readonly [number, number],
  movers: number,
): string | undefined {
  const { place, dice } = input;
  const wanted = Math.min(most, Math.max(least, movers));
  let joined = 0;
  for (const item of dice.shuffle(movable(place))) {
    if (joined === wanted) break;
    if (item.id === movement.target.id || movement.items.has(item.id)) continue;
    const angle = 2 * Math.PI * dice.next();
    const way = walk(input, item, [{ angle, share: [0.12, 0.3] }], {
      others: movement.items,
      ...(item.front ? { heading: 0 } : {}),
    });
    if (!way) continue;
    movement.items.set(item.id, way);
    joined += 1;
  }
  return joined < least ? 'no room for others' : undefined;
}

/** Puts everything where it is in a frame, and measures what would be seen. */
export function shoot(
  renderer: Renderer,
  { place, trajectory, fovy }: Pick<ClipDraft, 'place' | 'trajectory' | 'fovy'>,
  frame: number,
): Shot {
  return renderShot(renderer, place, poseFrame(place, trajectory, frame, fovy), { colours: false });
}

/** Puts everything where it is in a frame; the camera of that frame. */
export function poseFrame(place: Place, { camera, items }: Trajectory, frame: number, fovy: number) {
  for (const [id, stands] of items) {
    const stand = stands[frame];
    if (stand) place.move(id, stand);
  }
  const look = camera[frame];
  if (!look) throw new Error(`there is no frame ${frame}`);
  return cameraOf(look, fovy, camera[0] === camera.at(-1));
}

function blemishOf({ visible }: Shot, target: number, least: number): string | undefined {
  const sight = visible.get(target);
  if (!sight || sight.pixels < least) return 'too small or out of view';
  const { left, top, right, bottom } = sight.box;
  if (left < BORDER || top < BORDER || right > CLIP.width - BORDER || bottom > CLIP.height - BORDER)
    return 'cut off by the border';
  return sight.pixels < LEAST_SEEN * sight.whole ? 'hidden by something' : undefined;
}

/** The answer for a view, from its pictures of the part of the clip that is meant. */
function solve(
  view: (typeof views)[number],
  clip: {
    shots: ReadonlyMap<number, Shot>;
    movement: Movement;
    trajectory: Trajectory;
    kind: QuestionKind;
    place: Place;
  },
): string | undefined {
  const {
    movement: { target, items },
    trajectory: {
      moment: [first, last],
    },
    kind,
    place,
  } = clip;
  const shots = [...clip.shots].filter(([frame]) => frame >= first && frame <= last);
  const frames = framesIn(
    view,
    shots.map(([, { picture }]) => picture),
  );
  const facing = shots.map(([frame, { picture }]) => {
    const { ahead, left } = facingOf(picture.extrinsic, items.get(target.id)?.[frame] ?? target);
    return { ahead, left: view.includes('hflip') ? -left : left };
  });
  if (view.includes('reverse')) facing.reverse();
  const still = place.items.filter(({ id }) => !items.has(id)).map(({ id }) => id);
  return demand(solvers, kind.name)({ frames, target: target.id, still, facing, options: kind.options });
}
