import { cos, sin } from '../../geometry/index.ts';
import { distanceTo, type Item, type Shot } from '../../scenes/index.ts';
import { at } from '../../util/index.ts';
import type { ViewsQuestion } from './ask.ts';
import { apart, compass, type Flat, length, middleOf, points, type Scheme } from './directions.ts';
import type { ShotGraph, Stance } from './shot-graph.ts';
import { type Brief, figures, type Template } from './template.ts';

const DEGREE = Math.PI / 180;
/** More figures of one motion would hardly differ. */
const MOST = 4;

/** A camera that turns on the spot, in the words that are given: to the right, down, to the left, up. */
function turning(words: readonly string[], stems: readonly string[]): Template {
  return function* (brief) {
    yield* turns(brief, words, stems);
  };
}

export const cameraTurns = turning(
  ['Right', 'Down', 'Left', 'Up'],
  [
    'The figures were taken one after another from a first-person perspective. In which direction are you turning?',
    'I took these pictures in a row without leaving my place. In which direction did I turn the camera?',
    'A tripod does not move, but its head does while this series is shot. Which way does it swing?',
  ],
);

const AXES = 'In the coordinate system of a camera, X points to the right, Y up and Z backward, against the view.';

/** The same by the axes of a camera: right-handed, so that a positive angle about Y turns to the left, and about X up. */
export const cameraAxes = turning(
  ['Negative about Y', 'Negative about X', 'Positive about Y', 'Positive about X'],
  [
    `${AXES} The system is right-handed. By which rotation does the camera of the first figure become that of the last?`,
    `${AXES} It is a right-handed system. Which rotation, sign and axis, carries the first viewpoint over into the final one?`,
  ],
);

function* turns(brief: Brief, words: readonly string[], stems: readonly string[]): Iterable<ViewsQuestion> {
  const { graph, random, right } = brief;
  const style = brief.style();
  const count = figures({ views: Math.min(brief.views, MOST) }, style);
  const stem = style.pick(stems);
  for (const start of graph.starts()) {
    const stance = graph.stanceOf(start);
    const angle = DEGREE * (right % 2 === 0 ? 22 + 14 * random.next() : 11 + 5 * random.next());
    const turns: readonly (readonly [yaw: number, down: number])[] = [
      [-angle, 0],
      [0, angle],
      [angle, 0],
      [0, -angle],
    ];
    const [yaw, down] = at(turns, right);
    if (stance.down + down < -0.15) continue;
    const shots = series(graph, start, count, (share) => ({
      ...stance,
      yaw: stance.yaw + share * yaw,
      down: stance.down + share * down,
    }));
    if (!shots) continue;
    yield {
      shots,
      stem,
      options: words,
      right,
      named: [],
      ask: { kind: 'turning' },
      thought: `From figure to figure everything moves ${['to the left', 'up', 'to the right', 'down'][right]} and nothing gets larger or changes places, so the camera turns the other way. That is "${at(words, right)}".`,
      steps: 1,
    };
  }
}

const ways: readonly Scheme[] = [
  { words: ['Forward', 'To the right', 'Backward', 'To the left'], first: 0, within: 10 },
  { words: ['Front right', 'Rear right', 'Rear left', 'Front left'], first: 45, within: 10 },
];

/** A camera that moves and looks the same way all the time. */
export const cameraMoves: Template = function* (brief) {
  const { graph, random, right } = brief;
  const style = brief.style();
  const count = figures({ views: Math.min(brief.views, MOST) }, style);
  const onMap = style.int(3) === 0;
  const scheme = style.pick(onMap ? compass : ways);
  const called = onMap ? style.int(4) : 0;
  const front = onMap ? `Figure 1 looks ${points[called]}.` : 'What you face in Figure 1 is the front.';
  const stem = style.pick([
    `The figures were taken one after another from a first-person perspective. ${front} In which direction are you moving?`,
    `Somebody took these pictures in a row while walking. ${front} In which direction did the camera move?`,
    `These are stills from a slow travelling shot. ${front} Where to is the observer carried?`,
  ]);
  for (const start of graph.starts()) {
    const stance = graph.stanceOf(start);
    const way = heading(stance, middleOf(scheme, right, called));
    const distance = graph.near * (0.6 + 0.4 * random.next());
    const moved = (share: number): Stance => ({
      ...stance,
      x: stance.x + share * distance * way[0],
      y: stance.y + share * distance * way[1],
    });
    if (![0.25, 0.5, 0.75, 1].every((share) => graph.free(moved(share)))) continue;
    const shots = series(graph, start, count, moved);
    if (!shots) continue;
    yield {
      shots,
      stem,
      options: scheme.words,
      right,
      named: [],
      ask: { kind: 'moving', ...(onMap && { called: at(points, called) }) },
      thought: `The view keeps its direction, while near things shift more than far ones. The camera moves about ${distance.toFixed(1)} m: ${scheme.words[right]?.toLowerCase()}.`,
      steps: onMap ? 2 : 1,
    };
  }
};

const strays: readonly Scheme[] = [
  { words: ['Away from the camera', 'To the right', 'Towards the camera', 'To the left'], first: 0, within: 10 },
  {
    words: [
      'Away from the camera and to the right',
      'Towards the camera and to the right',
      'Towards the camera and to the left',
      'Away from the camera and to the left',
    ],
    first: 45,
    within: 10,
  },
];

/** Something moves before a camera at rest. */
export const itemMoves: Template = function* (brief) {
  const { graph, random, right } = brief;
  const style = brief.style();
  const count = figures({ views: Math.min(brief.views, MOST) }, style);
  const scheme = style.pick(strays);
  const stem = style.pick([
    (name: string) =>
      `The camera stands still and takes these figures one after another. In which direction does the ${name} move?`,
    (name: string) =>
      `These pictures were taken in sequence from one place. How has the ${name} been moved, as the camera sees it?`,
    (name: string) =>
      `Between these exposures a hand pushed the ${name} along; the camera itself was not touched. Which way, from the camera's point of view?`,
  ]);
  for (const start of graph.starts()) {
    const stance = graph.stanceOf(start);
    for (const item of random.shuffle(graph.items.filter((item) => movable(graph, start, item)))) {
      const way = heading(stance, middleOf(scheme, right));
      // Far away, a short way would hardly show.
      const away = apart([stance.x, stance.y], [item.position[0], item.position[1]]);
      const distance = Math.max(graph.near * (0.7 + 0.5 * random.next()), 0.3 * away);
      const moved = slide(graph, item, [distance * way[0], distance * way[1]]);
      if (!moved) continue;
      const shots = seriesOf(graph, start, count, moved);
      if (!shots) continue;
      yield {
        shots,
        stem: stem(item.name),
        options: scheme.words,
        right,
        named: [{ item: item.id }],
        ask: { kind: 'moving', item: item.id },
        thought: `Only the ${item.name} changes its place from figure to figure, by about ${distance.toFixed(1)} m: ${scheme.words[right]?.toLowerCase()}.`,
        steps: 1,
      };
    }
  }
};

/** Quarter turns counter-clockwise, seen from above, by which something is turned between two figures. */
const rotations = [
  { word: 'Clockwise, by a quarter turn', quarters: -1 },
  { word: 'Counterclockwise, by a quarter turn', quarters: 1 },
  { word: 'By half a turn', quarters: 2 },
  { word: 'Not at all', quarters: 0 },
] as const;

/** How far from whole quarters, in radians: nothing is turned to the degree by hand. */
const LOOSE = 12 * DEGREE;

/** Something with a front is turned on its spot, or not, while the camera goes elsewhere. */
export const itemRotates: Template = function* (brief) {
  const { graph, random, right } = brief;
  const style = brief.style();
  const count = figures({ views: Math.min(brief.views, MOST) }, style);
  const stem = style.pick([
    (name: string) =>
      `The ${name} stayed where it is, but between the first figure and the last it may have been turned. How, seen from above?`,
    (name: string) =>
      `While the camera changed its place, was the ${name} rotated about its own vertical axis? If so, which way, looking down on it?`,
    (name: string) =>
      `Compare the first picture with the last one, allowing for the different viewpoints. Seen by a bird, how did the front of the ${name} swing round?`,
  ]);
  const { word, quarters } = at(rotations, right);
  for (const chain of graph.chains(count)) {
    const fronted = graph.shown(chain).filter((item) => turnable(graph, item));
    for (const item of random.shuffle(fronted)) {
      if (!chain.every((shot) => graph.clear(shot, item.id) && graph.linkedBut(at(chain, 0), shot, item.id))) continue;
      const loose = quarters === 0 ? 0 : LOOSE * (2 * random.next() - 1);
      const by = (share: number): Item => ({ ...item, yaw: item.yaw + share * (quarters * 90 * DEGREE + loose) });
      const shots = chain.map((shot, n) =>
        n === 0 || quarters === 0 ? shot : graph.sketch(graph.stanceOf(shot), by(n / (count - 1))),
      );
      if (!shots.every((shot) => graph.clear(shot, item.id))) continue;
      yield {
        shots,
        stem: stem(item.name),
        options: rotations.map(({ word }) => word),
        right,
        named: [{ item: item.id }],
        ask: { kind: 'rotated', item: item.id, facing: [facing(at(shots, 0), item), facing(at(shots, -1), by(1))] },
        thought: `Other things tell how the camera went. Against them, the ${item.name} is turned: ${word.toLowerCase()}.`,
        steps: count,
      };
    }
  }
};

/** What has a front that shows from all sides; nobody would notice how a bin is turned. */
const evident = new Set(['car', 'dining chair', 'armchair', 'sofa', 'bench', 'laptop', 'toy car', 'toy duck']);

/** It has such a front, nothing stands on it, and it turns freely. */
function turnable({ place }: ShotGraph, item: Item): boolean {
  const radius = length([item.half[0], item.half[1]]);
  const [x, y] = item.position;
  const isInside = [x, y].every((value, axis) => Math.abs(value) + radius < at(place.extent.half, axis));
  return (
    evident.has(item.kind) &&
    item.on === null &&
    isInside &&
    place.items.every(({ on }) => on !== item.id) &&
    place.items.every((other) => other.id === item.id || distanceTo(other, [x, y]) > radius)
  );
}

/** Where the camera is in an item's own frame: ahead of it, and to its left. */
function facing({ camera: { position } }: Shot, item: Item): Flat {
  const [dx, dy] = [at(position, 0) - item.position[0], at(position, 1) - item.position[1]];
  const [c, s] = [cos(item.yaw), sin(item.yaw)];
  return [c * dx + s * dy, c * dy - s * dx];
}

/** On the ground, clear, in the middle of the picture: there, away from the camera and along its view are the same. */
function movable(graph: ShotGraph, shot: Shot, item: Item): boolean {
  const { place } = graph;
  const box = shot.visible.get(item.id)?.box;
  if (!box || item.furniture || item.on !== null || !graph.clear(shot, item.id)) return false;
  const { width } = shot.picture;
  return Math.abs((box.left + box.right) / 2 - width / 2) < width / 5 && place.items.every(({ on }) => on !== item.id);
}

/** Where an item comes to be, if nothing is in its way. */
function slide({ place }: ShotGraph, item: Item, [x, y]: Flat): ((share: number) => Item) | null {
  const at = (share: number): Item => ({
    ...item,
    position: [item.position[0] + share * x, item.position[1] + share * y, item.position[2]],
  });
  const radius = Math.max(item.half[0], item.half[1]);
  const [halfX, halfY] = place.extent.half;
  const inTheWay = ({ position }: Item) =>
    Math.abs(position[0]) > halfX - radius ||
    Math.abs(position[1]) > halfY - radius ||
    place.items.some((other) => other.id !== item.id && distanceTo(other, [position[0], position[1]]) < radius + 0.02);
  return [0.2, 0.4, 0.6, 0.8, 1].some((share) => inTheWay(at(share))) ? null : at;
}

/** Figures while an item moves; null when it is not to be seen in all of them. */
function seriesOf(graph: ShotGraph, start: Shot, count: number, at: (share: number) => Item): Shot[] | null {
  const { id } = at(0);
  const shots = [start];
  for (let n = 1; n < count; n += 1) {
    const shot = graph.sketch(graph.stanceOf(start), at(n / (count - 1)));
    if (!graph.clear(shot, id)) return null;
    shots.push(shot);
  }
  return shots;
}

/** Figures while the camera moves; null when two in a row have too little in common. */
function series(graph: ShotGraph, start: Shot, count: number, at: (share: number) => Stance): Shot[] | null {
  const shots = [start];
  for (let n = 1; n < count; n += 1) {
    const shot = graph.sketch(at(n / (count - 1)));
    const before = shots.at(-1);
    if (!before || !graph.linked(before, shot) || !graph.linked(start, shot)) return null;
    shots.push(shot);
  }
  return shots;
}

/** A direction along the floor, in degrees clockwise from where the camera looks. */
function heading({ yaw }: Stance, degrees: number): Flat {
  const angle = yaw - DEGREE * degrees;
  return [cos(angle), sin(angle)];
}
