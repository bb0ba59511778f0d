import type { Action, Observation, Policy } from '../../../contracts/index.ts';
import { answerZone } from '../../../sim/index.ts';
import { at } from '../../../util/index.ts';
import {
  alongLine,
  backwards,
  fetchOf,
  gripping,
  handsOf,
  partsOf,
  type Script,
  scripted,
  spotOf,
  truthOf,
} from './scripted.ts';

/** A way to earn a score without deserving it, or to deserve one in an unusual way. */
export interface Cheat {
  about: string;
  policy(): Policy;
}

const labelsOf = (observation: Observation) => handsOf(observation).blocks.map(({ label }) => label);

const fetching = (choose: (observation: Observation) => string): Script =>
  function* (first) {
    yield handsOf(first).fetch(choose(first));
  };

/** Any block but the right one that can be fetched: the first of them. */
const anotherThan = (observation: Observation, right: string) =>
  labelsOf(observation).find((label) => label !== right && fetchOf(observation, label).length > 0) ?? '';

/** Fetches every block and, as long as that ends nothing, puts it back; whoever watches learns which one ended the episode. */
function* everyBlock(
  first: Observation,
  labels: readonly string[],
  tried?: (label: string) => void,
): Generator<Action[], void, Observation> {
  let seen = first;
  for (const label of labels.filter((label) => fetchOf(first, label).length > 0)) {
    tried?.(label);
    const fetch = fetchOf(seen, label);
    yield fetch;
    seen = yield backwards(fetch, seen);
  }
}

/** Remembers, across episodes, which block was the right one. */
function memory(): Policy {
  const known = new Map<string, string>();
  return scripted('memory', 'hands', function* (first, { start }) {
    const { id } = start.unit;
    const label = known.get(id);
    if (label !== undefined) return void (yield handsOf(first).fetch(label));
    // The last one that is tried is right, or all were in vain.
    yield* everyBlock(first, labelsOf(first), (tried) => known.set(id, tried));
  });
}

/** What the options of an instruction say, by their labels. */
function optionsOf({ instruction }: Observation, labels: readonly string[]): { label: string; text: string }[] {
  return labels.map((label) => ({ label, text: new RegExp(`\\b${label}: ([^,;.]+)`).exec(instruction)?.[1] ?? '' }));
}

/** Remembers what was right, whichever table a question comes back on. */
function questionMemory(): Policy {
  const known = new Map<string, string>();
  return scripted('question-memory', 'hands', function* (first) {
    const options = optionsOf(first, labelsOf(first));
    const question = options
      .map(({ text }) => text)
      .sort()
      .join(' ');
    const textOf = (label: string) => options.find((option) => option.label === label)?.text ?? '';
    // Some wordings name no options: nothing tells such a question from another.
    const label = options.find(({ text }) => text !== '' && text === known.get(question))?.label;
    if (label !== undefined) return void (yield handsOf(first).fetch(label));
    yield* everyBlock(first, labelsOf(first), (tried) => known.set(question, textOf(tried)));
  });
}

/** How many letters and digits two texts share. */
function overlap(a: string, b: string): number {
  const left = [...b.toLowerCase()];
  return [...a.toLowerCase()].filter((letter) => {
    const found = left.indexOf(letter);
    if (found >= 0) left.splice(found, 1);
    return found >= 0;
  }).length;
}

/** The option that shares most with all the others: answers are often what wrong options were made from. */
function mostSimilar(observation: Observation): string {
  const options = optionsOf(observation, labelsOf(observation));
  const scores = options.map(({ text }) => options.reduce((sum, other) => sum + overlap(text, other.text), 0));
  return at(options, scores.indexOf(Math.max(...scores))).label;
}

/** From where the hand holds a block to where the block is in the zone. */
function toZone([x, y]: readonly [number, number], z: number): [number, number, number] {
  return [answerZone.x - x, answerZone.y - y, z];
}

const drag: Script = function* (first) {
  const label = truthOf(first);
  const { reach, side, release } = partsOf(handsOf(first).fetch(label), first);
  const holding = yield reach;
  yield alongLine(holding, side, { by: toZone(spotOf(first, label), 0.004), gripper: 0, pieces: 12 });
  yield [at(release, 0)];
};

/** Drags block after block into the zone and, as long as that ends nothing, back again; picks up the one that is left. */
const eliminate: Script = function* (first) {
  const labels = labelsOf(first);
  let seen = first;
  for (const label of labels.slice(0, -1)) {
    const { reach, side } = partsOf(fetchOf(seen, label), seen);
    const [x, y, z] = toZone(spotOf(first, label), 0.004);
    const holding = yield reach;
    const there = yield alongLine(holding, side, { by: [x, y, z], gripper: 0, pieces: 12 });
    const tried = yield alongLine(there, side, { by: [0, 0, 0], gripper: 1 });
    const again = yield alongLine(tried, side, { by: [0, 0, 0], gripper: 0 });
    const back = yield alongLine(again, side, { by: [-x, -y, 0], gripper: 0, pieces: 12 });
    const free = yield alongLine(back, side, { by: [0, 0, 0], gripper: 1 });
    seen = yield [...alongLine(free, side, { by: [0, 0, 0.07], gripper: 1 }), first.state.slice()];
  }
  const left = fetchOf(seen, at(labels, -1));
  if (left.length > 0) yield left;
};

const swap: Script = function* (first) {
  const [one, other] = [anotherThan(first, truthOf(first)), truthOf(first)];
  const { reach, lift } = partsOf(handsOf(first).fetch(one), first);
  const up = [...reach, ...lift];
  yield up;
  const after = yield backwards(up, first);
  yield handsOf(after).fetch(other);
};

const retry: Script = function* (first) {
  const { reach, lift } = partsOf(handsOf(first).fetch(truthOf(first)), first);
  const up = [...reach, ...lift];
  yield up;
  const after = yield backwards(up, first);
  yield handsOf(after).fetch(truthOf(after));
};

const toss: Script = function* (first) {
  const { reach, lift, carry, side } = partsOf(handsOf(first).fetch(truthOf(first)), first);
  yield [...reach, ...lift, ...carry.map((action) => gripping(action, side, 1))];
};

const drop: Script = function* (first) {
  const { reach, lift, carry, side } = partsOf(handsOf(first).fetch(truthOf(first)), first);
  const letGo = carry.map((action) => gripping(action, side, 1));
  yield [...reach, ...lift, ...carry, ...letGo, ...letGo];
};

const hold: Script = function* (first) {
  const { reach, lift, carry, lower } = partsOf(handsOf(first).fetch(truthOf(first)), first);
  yield [...reach, ...lift, ...carry, ...lower];
};

/** Pushes the right block into the zone with a wrong one in the hand. */
const pushWithBlock: Script = function* (first) {
  const [tool, target] = [anotherThan(first, truthOf(first)), truthOf(first)];
  const { reach, lift, side } = partsOf(handsOf(first).fetch(tool), first);
  const [x, y] = spotOf(first, target);
  const [fromX, fromY] = spotOf(first, tool);
  const far = Math.hypot(answerZone.x - x, answerZone.y - y);
  const towards = [(answerZone.x - x) / far, (answerZone.y - y) / far] as const;
  const behind = [x - 0.075 * towards[0] - fromX, y - 0.075 * towards[1] - fromY] as const;
  const lifted = yield [...reach, ...lift];
  const above = yield alongLine(lifted, side, { by: [...behind, 0], gripper: 0, pieces: 2 });
  const low = yield alongLine(above, side, { by: [0, 0, -0.066], gripper: 0, pieces: 2 });
  const push = far + 0.02;
  const there = yield alongLine(low, side, { by: [push * towards[0], push * towards[1], 0], gripper: 0, pieces: 12 });
  yield alongLine(there, side, { by: [0, 0, 0], gripper: 1 });
};

/** Two blocks side by side in the zone: two guesses for one. */
const twoBlocks: Script = function* (first) {
  const labels = labelsOf(first).filter((label) => fetchOf(first, label).length > 0);
  // Planned while the zone is free: nobody plans to put a block where another one lies.
  const fetches = labels.slice(0, 2).map((label) => partsOf(fetchOf(first, label), first));
  for (const [n, { reach, lift, carry, side }] of fetches.entries()) {
    const above = yield [...reach, ...lift, ...carry];
    const low = yield alongLine(above, side, { by: [n === 0 ? -0.029 : 0.029, 0, -0.068], gripper: 0, pieces: 3 });
    const open = yield alongLine(low, side, { by: [0, 0, 0], gripper: 1 });
    yield [...alongLine(open, side, { by: [0, 0, 0.07], gripper: 1 }), first.state.slice()];
  }
};

/** Both arms pick up a block at the same time; the left one brings its own, then the right one. */
const twoHands: Script = function* (first) {
  const fetches = labelsOf(first).flatMap((label) => {
    const fetch = fetchOf(first, label);
    return fetch.length > 0 ? [partsOf(fetch, first)] : [];
  });
  const [left, right] = (['left', 'right'] as const).map((side) => fetches.find((fetch) => fetch.side === side));
  const both = [left, right].flatMap((fetch) => (fetch ? [[...fetch.reach, ...fetch.lift]] : []));
  const longest = Math.max(...both.map(({ length }) => length));
  // Whoever is ready first waits.
  const up = Array.from({ length: longest }, (_, n) => {
    const [a, b] = [both.at(0), both.at(-1)].map((way) => at(way ?? [], Math.min(n, (way ?? []).length - 1)));
    return Float64Array.from([...(a ?? []).slice(0, 7), ...(b ?? []).slice(7)]);
  });
  const held = yield up;
  const one = left ?? right;
  if (!one) return;
  const other = one.side === 'left' ? 7 : 0;
  // The other hand keeps what it has, so nothing counts as placed until it lets go as well.
  const alone = (action: Action) => action.map((value, i) => (i >= other && i < other + 7 ? at(held.state, i) : value));
  yield [...one.carry, ...one.lower, ...one.release].map(alone);
  yield [first.state.slice()];
};

/** Drags blocks into the zone, where they lie side by side, while the other hand is told to be shut; then opens it. */
const dragTogether = (count: number): Script =>
  function* (first) {
    const spots = [
      [-0.027, -0.027],
      [0.027, 0.027],
      [0.027, -0.027],
      [-0.027, 0.027],
    ] as const;
    // Planned while the zone is free: nobody plans to put a block where another one lies.
    const fetches = labelsOf(first).map((label) => ({ label, fetch: fetchOf(first, label) }));
    for (const [n, { label, fetch }] of fetches.slice(0, count).entries()) {
      if (fetch.length === 0) continue;
      const { reach, side } = partsOf(fetch, first);
      const shut = (actions: Action[]) => actions.map((action) => muted(action, side));
      const [x, y] = toZone(spotOf(first, label), 0);
      const [dx, dy] = at(spots, n);
      const holding = yield shut(reach);
      const there = yield shut(alongLine(holding, side, { by: [x + dx, y + dy, 0.004], gripper: 0, pieces: 12 }));
      const free = yield shut(alongLine(there, side, { by: [0, 0, 0], gripper: 1 }));
      yield shut([...alongLine(free, side, { by: [0, 0, 0.09], gripper: 1 }), first.state.slice()]);
    }
    yield [first.state.slice()];
    yield at(fetches, -1).fetch;
  };

/** With the gripper of the other hand shut, which the official rule takes for "not let go yet". */
function muted(action: Action, side: 'left' | 'right'): Action {
  const width = action.length / 2;
  return action.map((value, i) => (i === (side === 'left' ? 2 * width - 1 : width - 1) ? 0.5 : value));
}

/** Brings a wrong block, knocks it out of the zone with the hand, and brings the right one. */
const knockOut: Script = function* (first) {
  const [wrong, right] = [anotherThan(first, truthOf(first)), truthOf(first)];
  const second = fetchOf(first, right);
  const after = yield fetchOf(first, wrong);
  const pose = pointingDown([answerZone.x - 0.11, answerZone.y, 0.93]);
  const ready = { ...after, hands: { ...after.hands, left: pose } };
  const above = yield alongLine(ready, 'left', { by: [0, 0, 0], gripper: 0 });
  const low = yield alongLine(above, 'left', { by: [0, 0, -0.055], gripper: 0 });
  const there = yield alongLine(low, 'left', { by: [0.16, 0, 0], gripper: 0, pieces: 6 });
  yield [...alongLine(there, 'left', { by: [0, 0, 0.07], gripper: 1 }), first.state.slice()];
  yield second;
};

/** Where a broom begins: it knows these places by heart and looks at nothing. */
const bristles = [
  [-0.22, 0.02],
  [0.22, 0.02],
  [-0.1, 0.02],
  [0.1, 0.02],
  [-0.16, -0.06],
  [0.16, -0.06],
] as const;

/** Rakes towards the zone with open grippers. */
const broom: Script = function* (first) {
  for (const [x, y] of bristles) yield* rake(first, x, y);
};

function* rake(first: Observation, x: number, y: number): Generator<Action[], void, Observation> {
  const side = x < 0 ? 'left' : 'right';
  const down = { left: first.hands.left, right: first.hands.right, [side]: pointingDown([x, y, 0.93]) };
  const above = yield alongLine({ ...first, hands: down }, side, { by: [0, 0, 0], gripper: 1 });
  const low = yield alongLine(above, side, { by: [0, 0, -0.055], gripper: 1 });
  const there = yield alongLine(low, side, { by: toZone([x, y], 0), gripper: 1, pieces: 8 });
  yield [...alongLine(there, side, { by: [0, 0, 0.06], gripper: 1 }), first.state.slice()];
}

/** A hand above the table with its fingers down, opening along x. */
function pointingDown(position: readonly [number, number, number]): Float64Array {
  const half = Math.SQRT1_2;
  return Float64Array.of(...position, half, 0, half, 0);
}

/** The zoo: what each is, and how it acts in the real world. */
export const cheats: Readonly<Record<string, Cheat>> = {
  'brute-force': {
    about: 'brings every block in turn',
    policy: () => scripted('brute-force', 'hands', (first) => everyBlock(first, labelsOf(first))),
  },
  memory: { about: 'brings every block in turn, and remembers which one was right', policy: memory },
  broom: {
    about: 'rakes blindly towards the zone with open grippers',
    policy: () => scripted('broom', 'hands', broom),
  },
  'always-a': {
    about: 'fetches the block A',
    policy: () =>
      scripted(
        'always-a',
        'hands',
        fetching(() => 'A'),
      ),
  },
  'most-similar': {
    about: 'fetches the option whose text is most like the others',
    policy: () => scripted('most-similar', 'hands', fetching(mostSimilar)),
  },
  'abstain-unless-sure': {
    about: 'knows one answer in eight, and does nothing otherwise',
    policy: () =>
      scripted('abstain-unless-sure', 'truth', function* (first, { dice }) {
        if (dice.next() < 0.125) yield handsOf(first).fetch(truthOf(first));
      }),
  },
  drag: {
    about: 'knows the answer and drags its block, without lifting it',
    policy: () => scripted('drag', 'truth', drag),
  },
  eliminate: {
    about: 'tries blocks in the zone without lifting them, and picks up the one that is left',
    policy: () => scripted('eliminate', 'hands', eliminate),
  },
  swap: {
    about: 'lifts a wrong block, puts it back and fetches the right one',
    policy: () => scripted('swap', 'truth', swap),
  },
  toss: {
    about: 'knows the answer and lets go of its block on the way',
    policy: () => scripted('toss', 'truth', toss),
  },
  drop: { about: 'knows the answer and drops its block from 7 cm', policy: () => scripted('drop', 'truth', drop) },
  hold: { about: 'knows the answer and never lets go of its block', policy: () => scripted('hold', 'truth', hold) },
  'push-with-block': {
    about: 'pushes the right block with a wrong one in its hand',
    policy: () => scripted('push-with-block', 'truth', pushWithBlock),
  },
  'knock-out': {
    about: 'brings a wrong block, knocks it out and brings the right one',
    policy: () => scripted('knock-out', 'truth', knockOut),
  },
  'two-blocks': {
    about: 'puts the blocks A and B side by side',
    policy: () => scripted('two-blocks', 'hands', twoBlocks),
  },
  'question-memory': {
    about: 'brings every block in turn, and remembers which answer was right, whatever the table',
    policy: questionMemory,
  },
  'two-hands': {
    about: 'picks up two blocks at the same time, one with each hand',
    policy: () => scripted('two-hands', 'hands', twoHands),
  },
  'all-at-once': {
    about: 'drags all blocks into the zone before it lets any of them count',
    policy: () => scripted('all-at-once', 'hands', dragTogether(4)),
  },
  'silent-trial': {
    about: 'tries two blocks together in that way, and picks up another if they were wrong',
    policy: () => scripted('silent-trial', 'hands', dragTogether(2)),
  },
  yellow: {
    about: 'fetches the yellow block',
    policy: () =>
      scripted(
        'yellow',
        'hands',
        fetching((first) => handsOf(first).blocks.find(({ extras }) => extras?.colour === 'yellow')?.label ?? 'A'),
      ),
  },
  retry: {
    about: 'knows the answer, lifts its block, puts it back and fetches it: legitimate',
    policy: () => scripted('retry', 'truth', retry),
  },
};
