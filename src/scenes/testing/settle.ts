import { cos, sin } from '../../geometry/index.ts';
import { Physics } from '../../sim/index.ts';
import { at } from '../../util/index.ts';
import { kindNamed } from '../kinds/index.ts';
import type { Item, Place } from '../types.ts';

const SECONDS = 1;
const STEP = 0.002;

/** Gives every thing a body with weight, lets time pass, and says how far each has moved (metres) and turned (radians). */
export async function settle(place: Place): Promise<{ name: string; moved: number; turned: number }[]> {
  const physics = await Physics.open(model(place));
  for (let t = 0; t < SECONDS; t += STEP) physics.step();
  physics.kinematics();
  const moves = place.items.map((item) => {
    const first = 3 * physics.id('body', `item${item.id}`);
    const moves = centre(item).map((value, k) => at(physics.xpos, first + k) - value);
    const up = at(physics.xmat, 3 * first + 8);
    return {
      name: item.name,
      moved: Math.sqrt(moves.reduce((sum, move) => sum + move ** 2, 0)),
      turned: Math.acos(Math.min(1, Math.abs(up))),
    };
  });
  physics.dispose();
  return moves;
}

function centre({ position: [x, y, z], half }: Item): [number, number, number] {
  return [x, y, z + half[2]];
}

/** What others stand on stays where it is, or is hollow: its top is a plate of its own. */
function model(place: Place): string {
  const carried = new Set(place.items.flatMap(({ on }) => on ?? []));
  const bodies = place.items.map((item) => {
    const { id, yaw } = item;
    const pose = `pos="${centre(item).join(' ')}" quat="${cos(yaw / 2)} 0 0 ${sin(yaw / 2)}"`;
    return `<body name="item${id}" ${pose}><freejoint/>${geoms(item, carried.has(id))}</body>`;
  });
  const { half, z } = place.extent;
  return `<mujoco><option timestep="${STEP}"/><worldbody>
    <geom type="box" size="${half[0] + 20} ${half[1] + 20} 1" pos="0 0 ${z - 1}"/>${bodies.join('\n')}
  </worldbody></mujoco>`;
}

function geoms({ kind, half }: Item, carries: boolean): string {
  const { body, tops = [] } = kindNamed(kind);
  const solid = 'density="300" solref="0.004 1"';
  // A shelf is open: its boards and its back are what others touch.
  if (carries && tops.length > 1) {
    const boards = [0, ...tops.map(({ z }) => z)].map(
      (z) =>
        `<geom type="box" size="${half[0]} ${half[1]} 0.01" pos="0 0 ${z - half[2] + (z === 0 ? 0.01 : -0.01)}" ${solid}/>`,
    );
    return boards.join('');
  }
  const [x, y, h] = half;
  if (body === 'ball') return `<geom type="sphere" size="${h}" ${solid}/>`;
  if (body === 'cylinder') return `<geom type="cylinder" size="${Math.min(x, y)} ${h}" ${solid}/>`;
  return `<geom type="box" size="${x} ${y} ${h}" ${solid}/>`;
}
