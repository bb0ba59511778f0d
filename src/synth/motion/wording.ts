import type { Random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import type { QuestionKind } from './kinds/kind.ts';
import type { Span } from './movements/movement.ts';

type AskWhen = (name: string, when: string) => string;

/** Said before a question; none of it matters. */
const openings = [
  '',
  'Watch the clip to its end. ',
  'This short recording was made in a simulated place. ',
  'Pay attention to every frame, not just to a few of them. ',
  'Somebody filmed the following scene in one take, without a cut. ',
  'Here is a video of about two seconds. ',
  'Study how things shift against each other while the footage runs. ',
];

const staticObject: readonly AskWhen[] = [
  (name, when) => `The camera stands still. How does the ${name} move${when}, as seen by the camera?`,
  (name, when) => `With a fixed camera watching, in what direction does the ${name} travel${when}?`,
  (name, when) => `The viewpoint never changes. Describe the course of the ${name}${when} from there.`,
];

const bothMove: readonly AskWhen[] = [
  (name, when) =>
    `The camera moves too. How does the ${name} move${when} relative to the ground, as seen along the camera's view at that point?`,
  (name, when) =>
    `Discount the motion of the camera itself. Which way over its surface does the ${name} really go${when}, by the direction the camera faces as that begins?`,
];

const camera: readonly AskWhen[] = [
  (_, when) => `How does the camera move${when}?`,
  (_, when) => `What is the observer doing${when}, relative to their own orientation and position?`,
  (_, when) => `Judging by how the surroundings drift through the frame, what happens to the camera${when}?`,
];

const sides: readonly AskWhen[] = [
  (name, when) =>
    `Left and right are the ${name}'s own. Which of its sides does the viewer get to see${when}, one after the other?`,
  (name, when) =>
    `By the ${name}'s own orientation, on which sides of it is the observer${when}, in chronological order?`,
  (name, when) =>
    `Imagine riding on the ${name}, facing its front. Past which of its sides does the camera's gaze wander${when}?`,
];

/** Ways to ask each kind of question; `when` is empty, or says which half of the clip is meant. */
const asks: Readonly<Record<string, readonly AskWhen[]>> = {
  direction: staticObject,
  diagonal: staticObject,
  back: [
    (name) => `The camera stands still. The ${name} leaves its place and returns to it. Which excursion does it make?`,
    (name) =>
      `Before a camera at rest, the ${name} sets out and comes home again. Where to does it go, as the camera sees it?`,
  ],
  'own-frame': [
    (name, when) =>
      `The camera stands still. How does the ${name} move${when}, relative to its own orientation as that begins?`,
    (name, when) =>
      `Put yourself in the position of the ${name}: by its own front, what does it do${when}? The camera is fixed.`,
  ],
  rest: [
    (name, when) => `The camera stands still. What does the ${name} do${when}, as seen by the camera, if anything?`,
    (name, when) =>
      `Does the ${name} change its place or its pose before this motionless camera${when}, and if so, how?`,
  ],
  ground: bothMove,
  own: [
    (name, when) =>
      `The camera moves too. What does the ${name} itself do${when}, relative to the ground and to its own front?`,
    (name, when) =>
      `Although the view is not steady, tell what the ${name} is up to by itself${when}, going by its own nose.`,
  ],
  distance: [
    (name, when) => `How does the distance between the camera and the ${name} change${when}?`,
    (name, when) => `Think of a rubber band from the lens to the ${name}. How does its length develop${when}?`,
  ],
  'distance-or-not': [
    (name, when) => `How does the distance between the camera and the ${name} change${when}, as far as can be seen?`,
    (name, when) =>
      `Is the observer getting any nearer to the ${name}${when}, or farther from it? Say so if there is no telling.`,
  ],
};

/** How a question is put, the same in all of a clip's views: an opening, and one of the ways to ask. */
export interface ClipWording {
  opening: number;
  way: number;
  /** Which synonyms the options use; 0 is the plain words. */
  words: number;
}

export function drawWording(style: Random): ClipWording {
  return { opening: style.int(openings.length), way: style.int(12), words: style.int(3) };
}

/** Which part of the clip is meant. */
const whens: Readonly<Record<Span, string>> = {
  whole: '',
  first: ' in the first half of the clip',
  second: ' in the second half of the clip',
  middle: ' in the middle half of the clip, from a quarter to three quarters of it',
};

export function ask(kind: QuestionKind, { opening, way }: ClipWording, name: string, span: Span): string {
  const ways = asks[kind.name] ?? (kind.name.startsWith('camera') ? camera : sides);
  const scene =
    kind.category === 2 ? 'Nothing in the scene moves. ' : kind.category === 3 ? 'Things in the scene move too. ' : '';
  return `${at(openings, opening)}${scene}${at(ways, way % ways.length)(name, whens[span])}`;
}

/** Other words for the plain options; every set of options has them, so that a set never mixes them. */
const synonyms: Readonly<Record<string, readonly [string, string]>> = {
  'Moving left': ['Sliding leftward', 'Travelling to the left'],
  'Moving right': ['Sliding rightward', 'Travelling to the right'],
  'Moving closer': ['Approaching', 'Coming nearer'],
  'Moving away': ['Receding', 'Going farther off'],
  'Moving forward': ['Advancing', 'Heading straight on'],
  'Moving backward': ['Reversing', 'Retreating'],
  'Moving up': ['Rising', 'Being lifted'],
  'Moving down': ['Sinking', 'Being lowered'],
  'Turning left': ['Panning left', 'Swivelling to the left'],
  'Turning right': ['Panning right', 'Swivelling to the right'],
  'Tilting up': ['Looking up', 'Raising its gaze'],
  'Tilting down': ['Looking down', 'Dropping its gaze'],
  'Standing still': ['Staying put', 'Basically unchanged'],
  'Turning on the spot': ['Spinning where it is', 'Rotating in place'],
  'Turning to its left': ['Rotating towards its left', 'Veering round to its own left'],
  'Turning to its right': ['Rotating towards its right', 'Veering round to its own right'],
  'Turning aside and back': ['Panning to one side and returning', 'Swivelling out and back again'],
  'Orbiting clockwise': ['Circling clockwise, seen from above', 'Revolving clockwise around the middle'],
  'Orbiting counterclockwise': [
    'Circling counterclockwise, seen from above',
    'Revolving counterclockwise around the middle',
  ],
  'Getting smaller': ['It shrinks', 'Decreasing'],
  'Getting larger': ['It grows', 'Increasing'],
  'First smaller, then larger': ['It shrinks, then it grows', 'Decreasing, then increasing'],
  'First larger, then smaller': ['It grows, then it shrinks', 'Increasing, then decreasing'],
  'Staying the same': ['It remains unchanged', 'Constant'],
  'Cannot be determined': ['This cannot be told', 'Unable to determine'],
  'To the left and away': ['Leftward and off into the distance', 'Left while receding'],
  'To the right and away': ['Rightward and off into the distance', 'Right while receding'],
  'To the left and closer': ['Leftward and up to the front', 'Left while approaching'],
  'To the right and closer': ['Rightward and up to the front', 'Right while approaching'],
  'Forward and left': ['Advancing with a drift to the left', 'Diagonally ahead, leftward'],
  'Forward and right': ['Advancing with a drift to the right', 'Diagonally ahead, rightward'],
  'Backward and left': ['Retreating with a drift to the left', 'Diagonally back, leftward'],
  'Backward and right': ['Retreating with a drift to the right', 'Diagonally back, rightward'],
  'Left and back': ['Out to the left, then home', 'A trip leftward and its return'],
  'Right and back': ['Out to the right, then home', 'A trip rightward and its return'],
  'Closer and back': ['Out towards the camera, then home', 'A trip nearer and its return'],
  'Away and back': ['Out into the distance, then home', 'A trip farther off and its return'],
};

/** An option as it is printed. */
export function inWords(option: string, { words }: ClipWording): string {
  return words === 0 ? option : (synonyms[option]?.[words - 1] ?? option);
}
