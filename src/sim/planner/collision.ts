import {
  add,
  type Box,
  boxAt,
  compose,
  cross,
  fromColumns,
  isNear,
  norm,
  type Pose,
  touch,
  upright,
} from '../../geometry/index.ts';
import { type ArmSide, fingers, fingerTarget } from '../robot/arms.ts';
import { along, type Joints, linkPoses, longestWay } from '../robot/kinematics.ts';
import { baseShapes, fingerShapes, linkShapes, type Shape } from '../robot/shapes.ts';

/** Something that an arm must not touch. */
export interface Obstacle {
  /** What is said when it is hit. */
  name: string;
  box: Box;
  /** It is as near as this when it is hit. */
  gap: number;
  /** What a hand holds may touch it. */
  bearsLoad?: true;
}

/** Joints move at most this far between two looks. */
const LOOK = 0.04;

/** The box around a shape of a link. */
function boxAround(shape: Shape): Box {
  if (shape.type === 'box') return boxAt({ position: shape.pos, rotation: upright }, shape.half);
  const way = add(shape.to, shape.from, -1);
  const length = norm(way);
  const z = add([0, 0, 0], way, 1 / length);
  const side = cross(z, Math.abs(z[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0]);
  const x = add([0, 0, 0], side, 1 / norm(side));
  const cap = shape.type === 'capsule' ? shape.radius : 0;
  const middle = { position: add(shape.from, way, 0.5), rotation: fromColumns(x, cross(z, x), z) };
  return boxAt(middle, [shape.radius, shape.radius, length / 2 + cap]);
}

/** Fingers as wide open as they go: a closed hand needs less room. */
const fingerBoxes = fingers.flatMap(({ xyz, axis }) =>
  fingerShapes(axis[1] === 1 ? -1 : 1).map((shape) => {
    const box = boxAround(shape);
    return { ...box, position: add(box.position, add(xyz, axis, fingerTarget(1))) };
  }),
);

/** Boxes of base and links in their frames, and how far each reaches from its origin; fingers are part of the hand. */
const parts = [baseShapes, ...linkShapes].map((shapes, link) => {
  const boxes = [...shapes.map(boxAround), ...(link === 6 ? fingerBoxes : [])];
  return { link, boxes, reach: Math.max(...boxes.map(({ position, radius }) => norm(position) + radius)) };
});

/** From the hand, which hits something first, to the shoulder; the base stays where it is. */
const movingParts = parts.slice(1).reverse();

function placed(link: Pose, box: Box): Box {
  const { position, rotation } = compose(link, box);
  return { position, rotation, half: box.half, radius: box.radius };
}

/** An arm that stays where it is, as obstacles for the other one. */
export function armObstacles(side: ArmSide, joints: Joints, gap: number): Obstacle[] {
  const links = linkPoses(side, joints);
  return parts.flatMap(({ boxes }, i) => {
    const link = links[i];
    return link ? boxes.map((box) => ({ name: `the ${side} arm`, box: placed(link, box), gap })) : [];
  });
}

/**
 * What an arm hits first on a path of straight lines in joint space, if anything. `held` is a box in the hand, in the hand's frame.
 * @example firstHit('left', [home, above], obstacles) // 'block 3'
 */
export function firstHit(
  side: ArmSide,
  path: readonly Joints[],
  obstacles: readonly Obstacle[],
  held?: Box,
): string | undefined {
  for (const [i, from] of path.entries()) {
    const to = path[i + 1] ?? from;
    const looks = Math.max(1, Math.ceil(longestWay(from, to) / LOOK));
    for (let k = 0; k < looks; k += 1) {
      const hit = hitAt(side, along(from, to, k / looks), obstacles, held);
      if (hit) return hit;
    }
  }
  return undefined;
}

function hitAt(side: ArmSide, joints: Joints, obstacles: readonly Obstacle[], held?: Box): string | undefined {
  const links = linkPoses(side, joints);
  for (const { link, boxes, reach } of movingParts) {
    const pose = links[link];
    const near = pose ? obstacles.filter(({ box, gap }) => isNear(box, pose.position, reach + gap)) : [];
    if (!pose || near.length === 0) continue;
    const placedBoxes = boxes.map((box) => placed(pose, box));
    const hit = near.find(({ box, gap }) => placedBoxes.some((part) => touch(part, box, gap)));
    if (hit) return hit.name;
  }
  const hand = links[6];
  if (!held || !hand) return undefined;
  const load = placed(hand, held);
  return obstacles.find(({ box, gap, bearsLoad }) => !bearsLoad && touch(load, box, gap))?.name;
}
