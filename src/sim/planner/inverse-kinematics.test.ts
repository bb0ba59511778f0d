import loadMujoco from '@mujoco/mujoco';
import { expect, test } from 'vitest';
import { multiply, quaternionOf, upright } from '../../geometry/pose.ts';
import { random } from '../../stats/index.ts';
import { armJoints, prefix, sides } from '../robot/arms.ts';
import { linkPoses } from '../robot/kinematics.ts';
import { tabletopMjcf } from '../scene/tabletop.ts';
import { jacobianColumn, solveEndEffector, solveHand } from './inverse-kinematics.ts';

const home = [0, 0, 0, 0, 0, 0];
/** Postures over the table. */
const low = [-1.1, 1.4, 0.9, -1.55, -0.5, -1.3];
const high = [1.1, 2.8, 2.9, -0.05, 0.5, 1.3];

function handOf(side: 'left' | 'right', joints: readonly number[]) {
  const hand = linkPoses(side, joints)[6];
  if (!hand) throw new Error('no hand');
  return hand;
}

test('finds joints within limits for poses that an arm can take', () => {
  const draw = random(1, 'postures');
  for (let i = 0; i < 100; i += 1) {
    for (const side of sides) {
      const target = handOf(
        side,
        low.map((value, j) => value + ((high[j] ?? 0) - value) * draw.next()),
      );
      const turned = multiply(target.rotation, [1, 0, 0, 0, -1, 0, 0, 0, -1]);
      const found = solveEndEffector(side, [...target.position, ...quaternionOf(turned)], home);
      if (!found) throw new Error(`no joints for posture ${i}`);
      for (const [j, { range }] of armJoints.entries()) {
        expect(found[j]).toBeGreaterThanOrEqual(range[0]);
        expect(found[j]).toBeLessThanOrEqual(range[1]);
      }
      const reached = handOf(side, found);
      for (const [k, value] of target.position.entries())
        expect(Math.abs((reached.position[k] ?? 0) - value)).toBeLessThan(5e-4);
      for (const [k, value] of target.rotation.entries())
        expect(Math.abs((reached.rotation[k] ?? 0) - value)).toBeLessThan(5e-3);
    }
  }
});

test('stays where it is when it is there', () => {
  const joints = [0.2, 2, 1.8, -0.8, 0.1, 0.3];
  expect(solveHand('left', handOf('left', joints), joints)).toEqual(joints);
});

test('finds nothing out of reach, and nothing for a quaternion of zeros', () => {
  expect(solveHand('left', { position: [0, 2, 1], rotation: upright }, home)).toBeUndefined();
  expect(solveEndEffector('left', [0, 0, 0.9, 0, 0, 0, 0], home)).toBeUndefined();
});

test("the Jacobian is MuJoCo's", async () => {
  const mj = await loadMujoco();
  const model = mj.MjModel.from_xml_string(tabletopMjcf(0));
  const data = new mj.MjData(model);
  const moves = new mj.DoubleBuffer(3 * model.nv);
  const turns = new mj.DoubleBuffer(3 * model.nv);
  const draw = random(2, 'postures');
  let worst = 0;
  for (let i = 0; i < 20; i += 1) {
    for (const side of sides) {
      const joints = low.map((value, j) => value + ((high[j] ?? 0) - value) * draw.next());
      const addresses = joints.map((_, j) => mj.mj_name2id(model, 3, `${prefix[side]}_joint${j + 1}`));
      for (const [j, joint] of addresses.entries()) data.qpos[model.jnt_qposadr[joint]] = joints[j];
      mj.mj_kinematics(model, data);
      mj.mj_comPos(model, data);
      mj.mj_jacBody(model, data, moves, turns, mj.mj_name2id(model, 1, `${prefix[side]}_link6`));
      const links = linkPoses(side, joints);
      for (const [j, joint] of addresses.entries()) {
        const dof: number = model.jnt_dofadr[joint];
        for (const [k, value] of jacobianColumn(links, j).entries()) {
          const theirs = (k < 3 ? moves : turns).GetView()[(k % 3) * model.nv + dof] ?? Number.NaN;
          worst = Math.max(worst, Math.abs(value - theirs));
        }
      }
    }
  }
  for (const each of [turns, moves, data, model]) each.delete();
  expect(worst).toBeLessThan(1e-14);
});
