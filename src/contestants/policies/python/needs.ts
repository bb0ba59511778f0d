import { z } from 'zod';
import { type Json, Needs, SextantError } from '../../../contracts/index.ts';
import { aboveTable, type CloudOptions } from '../../../media/index.ts';

/** What upstream shows a policy by default. */
const CAMERAS = ['head_camera', 'front_camera', 'left_camera', 'right_camera'];

/** The part of a config that says what the policy has to see, named as upstream's task configs name it. */
const Wishes = z.object({
  data_type: z.record(z.string(), z.boolean()).default({}),
  head_camera_type: z.literal('D435').nullish(),
  pcd_down_sample_num: z.number().int().min(1).default(1024),
  pcd_crop: z.boolean().default(true),
  /** Ours: physics steps that each command lasts. No policy's own config has this name. */
  sextant_every: Needs.shape.every,
});

/** What there is: all but the last three can be switched on and off. */
const SUPPORTED = [
  'depth',
  'third_view',
  'pointcloud',
  'mesh_segmentation',
  'actor_segmentation',
  'rgb',
  'endpose',
  'qpos',
];

/** What a policy is shown, and what the world has to give for it. */
export interface Sight {
  needs: Needs;
  /** Whether depth itself is shown: points need it too. */
  depth: boolean;
  /** Points of what the head camera sees. */
  cloud?: CloudOptions;
}

/** What a policy asks to see, by its settings. */
export function sightOf(args: Record<string, Json>, where: string): Sight {
  const { success, data, error } = Wishes.safeParse(args);
  if (!success) {
    const why = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
    throw new SextantError('bad_config', why, {
      where,
      fix: 'correct it in the config or with --overrides; see docs/python.md',
    });
  }
  const { data_type, pcd_down_sample_num: points, pcd_crop, sextant_every: every } = data;
  const missing = Object.entries(data_type).flatMap(([name, on]) => (on && !SUPPORTED.includes(name) ? [name] : []));
  if (missing.length > 0) {
    throw new SextantError('bad_config', `data_type: there is no ${missing.join(', ')} here`, {
      where,
      fix: `switch it off; there are ${SUPPORTED.join(', ')}`,
    });
  }
  const wants = (name: string) => data_type[name] === true;
  return {
    needs: {
      cameras: [...CAMERAS, ...(wants('third_view') ? ['observer_camera'] : [])],
      ...(wants('depth') || wants('pointcloud') ? { depth: true } : {}),
      ...(wants('actor_segmentation') ? { segmentation: true } : {}),
      ...(wants('mesh_segmentation') ? { shapes: true } : {}),
      action: 'either',
      ...(every === undefined ? {} : { every }),
      peeks: 'nothing',
    },
    depth: wants('depth'),
    ...(wants('pointcloud') ? { cloud: { points, ...(pcd_crop ? { within: aboveTable } : {}) } } : {}),
  };
}
