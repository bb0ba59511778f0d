import { cos, sin } from '../../geometry/index.ts';
import { distanceTo, type Item, type Shot } from '../../scenes/index.ts';
import { at } from '../../util/index.ts';
import { apart, compass, type Flat, middleOf, points, type Scheme } from './directions.ts';
import type { ShotGraph, Stance } from './shot-graph.ts';
import { figures, type Template } from './template.ts';

const DEGREE = Math.PI / 180;
/** More figures of one motion would hardly differ. */
const MOST = 4;

/** A camera that turns on the spot. */
export const cameraTurns: Template = function* (brief) {
  const { graph, random, right } = brief;
  const style = brief.style();
  const count = figures({ ...brief, views: Math.min(brief.views, MOST) }, style);
  const wording = style.int(2);
  const words = ['Right', 'Down', 'Left', 'Up'];
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
      stem: at(
        [
          'The figures were taken one after another from a first-person perspective. In which direction are you turning?',
          'I took these pictures in a row without leaving my place. In which direction did I turn the camera?',
        ],
        wording,
      ),
      options: words,
      right,
      named: [],
      ask: { kind: 'turning' },
      thought: `From figure to figure everything moves ${['to the left', 'up', 'to the right', 'down'][right]} and nothing gets larger or changes places, so the camera turns the other way: ${words[right]?.toLowerCase()}.`,
      steps: 1,
    };
  }
};

const ways: readonly Scheme[] = [
  { words: ['Forward', 'To the right', 'Backward', 'To the left'], first: 0, within: 10 },
  { words: ['Front right', 'Rear right', 'Rear left', 'Front left'], first: 45, within: 10 },
];

/** A camera that moves and looks the same way all the time. */
export const cameraMoves: Template = function* (brief) {
  const { graph, random, right } = brief;
  const style = brief.style();
  const count = figures({ ...brief, views: Math.min(brief.views, MOST) }, style);
  const onMap = style.int(3) === 0;
  const scheme = style.pick(onMap ? compass : ways);
  const called = onMap ? style.int(4) : 0;
  const wording = style.int(2);
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
    const front = onMap ? `Figure 1 looks ${points[called]}.` : 'What you face in Figure 1 is the front.';
    yield {
      shots,
      stem: at(
        [
          `The figures were taken one after another from a first-person perspective. ${front} In which direction are you moving?`,
          `Somebody took these pictures in a row while walking. ${front} In which direction did the camera move?`,
        ],
        wording,
      ),
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
  const count = figures({ ...brief, views: Math.min(brief.views, MOST) }, style);
  const scheme = style.pick(strays);
  const wording = style.int(2);
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
        stem: at(
          [
            `The camera stands still and takes these figures one after another. In which direction does the ${item.name} move?`,
            `These pictures were taken in sequence from one place. How has the ${item.name} been moved, as the camera sees it?`,
          ],
          wording,
        ),
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
  const inTheWay = ({ position }: Item) =>
    position.some((value, axis) => axis < 2 && Math.abs(value) > (place.extent.half[axis] ?? 0) - radius) ||
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
