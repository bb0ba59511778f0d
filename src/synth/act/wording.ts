import type { Random } from '../../stats/index.ts';

/** What a model is asked; `{R}` is the reference. */
export const questions: readonly string[] = [
  'Which is {R}?',
  'Your colleague wants {R}; what is written on it?',
  'What letter does one read on {R}?',
  'Name {R} by its letter.',
  'The description fits a single block: {R}. Which one?',
];

/** What the robot is told. Left and right mean the same to the robot and to its head camera. */
export const instructions: readonly string[] = [
  'Look at the table from where you stand. Put {R} into the grey zone.',
  'As you see the table, find {R}, pick it up and set it down in the grey zone.',
  'Seen from where you stand: take {R} and bring it to the grey answer zone.',
  'From your own point of view, move {R} onto the grey square.',
  'Carry {R}, as seen from your place at the table, to the grey zone.',
  'Going by what your head camera shows, grab {R} and deliver it to the grey patch.',
  'Please tidy up: only {R} belongs in the grey field. Left and right are yours.',
  'Here is an order from your own perspective: fetch {R}, transport it over the table, release it above the grey target.',
  'Somebody opposite needs {R}. Lift it carefully and leave it within the grey zone; directions are as you perceive them.',
  'Close a gripper around {R}, raise it, then deposit it on the grey spot. Judge every direction by your own eyes.',
  'Ignore all other blocks and see that {R} ends up inside the grey square before you, by your view of things.',
  'Choose whichever arm reaches {R} more easily, hold it firmly, and drop it off in the grey area. Sides are named as you face the table.',
  'Your task, told from your side of the desk: transfer {R} to the grey region without touching its neighbours.',
  'Would you kindly pass {R} over to the grey zone? We mean left and right like you do.',
  'First locate {R} among the pieces that lie before you, next pinch it, finally let go of it over the grey mark.',
  'Imagine a plumb line down your chest: left and right are counted from there. Seize {R}, hoist it gently, and park it on the grey rectangle.',
  'We play a guessing game, and the solution is {R}, described the way your camera sees it. Show that you understood: haul it to the grey place.',
  'Before anything else gets moved, relocate {R} so that it rests on grey ground. Speak of left, right, front and rear as you would yourself.',
  'No hurry: approach {R} from above, squeeze it between both fingers, travel slowly, and lower it where the tabletop is painted grey. The description follows your line of sight.',
];

/** Other words for the same; the first of each list is what references are made of. */
const phrases: readonly (readonly string[])[] = [
  ['nearest to', 'closest to', 'at the shortest distance from'],
  ['farthest from', 'most distant from', 'at the greatest distance from'],
  ['directly behind', 'straight behind', 'right at the back of'],
  ['directly in front of', 'straight in front of', 'immediately before'],
  [
    'same-row neighbour to the left of',
    'next block on the left in the row of',
    'adjacent block leftward in the line of',
  ],
  [
    'same-row neighbour to the right of',
    'next block on the right in the row of',
    'adjacent block rightward in the line of',
  ],
  ['in the front row', 'of the row near you', 'in the closer line'],
  ['in the back row', 'of the row far from you', 'in the remoter line'],
];

/** A reference in other words, each relation in any of its phrasings. */
export function rephrased(reference: string, dice: Random): string {
  return phrases.reduce((text, [plain = '', ...others]) => {
    return text.replaceAll(plain, () => dice.pick([plain, ...others]));
  }, reference);
}
