import { expect, test } from 'vitest';
import { random } from '../../stats/index.ts';
import { Physics } from '../physics/physics.ts';
import { tabletopMjcf } from '../scene/tabletop.ts';
import { armJoints, prefix, sides } from './arms.ts';
import { linkPoses } from './kinematics.ts';

test('hands are where the description puts them', () => {
  const hand = (side: 'left' | 'right') => linkPoses(side, [0, 0, 0, 0, 0, 0])[6]?.position.map((v) => v.toFixed(4));
  expect(hand('left')).toEqual(['-0.2979', '-0.3138', '0.9420']);
  expect(hand('right')).toEqual(['0.3064', '-0.3128', '0.9410']);
});

test('all links are where MuJoCo has them', async () => {
  const physics = await Physics.open(tabletopMjcf(0));
  const draw = random(1, 'joints');
  let worst = 0;
  for (let i = 0; i < 50; i += 1) {
    for (const side of sides) {
      const values = armJoints.map(({ range: [low, high] }) => low + (high - low) * draw.next());
      for (const [j, value] of values.entries()) {
        physics.qpos[physics.joint(`${prefix[side]}_joint${j + 1}`).position] = value;
      }
      physics.kinematics();
      for (const [number, { position, rotation }] of linkPoses(side, values).entries()) {
        const body = physics.id('body', `${prefix[side]}_${number === 0 ? 'base_link' : `link${number}`}`);
        for (const [k, value] of position.entries())
          worst = Math.max(worst, Math.abs(value - (physics.xpos[3 * body + k] ?? Number.NaN)));
        for (const [k, value] of rotation.entries())
          worst = Math.max(worst, Math.abs(value - (physics.xmat[9 * body + k] ?? Number.NaN)));
      }
    }
  }
  physics.dispose();
  expect(worst).toBeLessThan(1e-14);
});
