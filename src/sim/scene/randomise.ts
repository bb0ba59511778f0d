import { norm, type Vec3 } from '../../geometry/index.ts';
import { type Random, random } from '../../stats/index.ts';
import { type ClutterPlace, drawClutter } from './clutter.ts';
import { drawAmong } from './clutter-among.ts';
import { tableCovers } from './table-cover.ts';
import { zone } from './tabletop.ts';

/** Which details of the scene are drawn at random: those that are named. */
export interface Randomise {
  /** The table is lower by up to this much, in metres. */
  tableDrop?: number;
  /** The head camera is moved by up to this much, in metres. */
  headCamera?: number;
  /** Lights have colours. */
  lights?: boolean;
  /** In this share of episodes they have other colours at every moment. */
  crazyLight?: number;
  /** Wall and table have colours and textures. */
  background?: boolean;
  /** With this probability each of the two stays plain nevertheless. */
  cleanBackground?: number;
  /** Things that have nothing to do with the task lie on the table. */
  clutter?: boolean;
  /** Small ones stand among the blocks. */
  clutterAmong?: boolean;
  /** The table is covered with wood, cloth or stone. */
  cover?: boolean;
  /** Not drawn, but set: how far the wrist cameras look down, in radians. */
  wristPitch?: number;
}

type Triple = [number, number, number];

/** How a wall or table looks: the number of one of very many patterns. */
interface SurfaceLook {
  texture: number;
}

/** What was drawn; what was not drawn is as usual. */
export interface SceneDetails {
  tableDrop?: number;
  headCameraShift?: Triple;
  lights?: { sun: Triple; lamps: [Triple, Triple] };
  /** Lights change all the time, instead: the seed of their colours. */
  crazyLight?: number;
  background?: { wall?: SurfaceLook; table?: SurfaceLook };
  clutter?: ClutterPlace[];
  cover?: { name: string; seed: number };
  wristPitch?: number;
}

/** Each detail has a stream of its own: switching one on does not change another. */
export function randomDetails(
  seed: number,
  randomise: Randomise,
  blocks: readonly { x: number; y: number; yaw: number }[],
): SceneDetails {
  const { tableDrop, headCamera, lights, crazyLight = 0, background, cleanBackground = 0 } = randomise;
  const details: SceneDetails = {};
  if (tableDrop) details.tableDrop = tableDrop * random(seed, 'table height').next();
  if (headCamera) details.headCameraShift = shift(random(seed, 'head camera'), headCamera);
  if (lights) {
    const draw = random(seed, 'lights');
    details.lights = { sun: triple(draw), lamps: [triple(draw), triple(draw)] };
  }
  if (crazyLight) {
    const draw = random(seed, 'crazy light');
    if (draw.next() < crazyLight) details.crazyLight = draw.int(2 ** 32);
  }
  if (background) {
    const draw = random(seed, 'background');
    const drop = random(seed, 'clean background');
    const isPlain = () => drop.next() < cleanBackground;
    const [wall, table] = [{ texture: draw.int(2 ** 32) }, { texture: draw.int(2 ** 32) }];
    details.background = { ...(isPlain() ? {} : { wall }), ...(isPlain() ? {} : { table }) };
  }
  const around = randomise.clutter ? drawClutter(random(seed, 'clutter'), [zone, ...blocks]) : [];
  const among = randomise.clutterAmong ? drawAmong(random(seed, 'clutter among'), blocks, around) : [];
  if (randomise.clutter || randomise.clutterAmong) details.clutter = [...around, ...among];
  if (randomise.cover) {
    const draw = random(seed, 'cover');
    details.cover = { name: draw.pick(tableCovers), seed: draw.int(2 ** 32) };
  }
  if (randomise.wristPitch !== undefined) details.wristPitch = randomise.wristPitch;
  return details;
}

/** Any direction is as likely as another. */
function shift(draw: Random, most: number): Triple {
  for (;;) {
    const [x, y, z] = triple(draw);
    const way: Vec3 = [2 * x - 1, 2 * y - 1, 2 * z - 1];
    const length = norm(way);
    if (length > 1 || length < 0.01) continue;
    const scale = (most * draw.next()) / length;
    return [way[0] * scale, way[1] * scale, way[2] * scale];
  }
}

function triple(draw: Random): Triple {
  return [draw.next(), draw.next(), draw.next()];
}
