import { z } from 'zod';
import { type Json, type Needs, SextantError } from '../../contracts/index.ts';

/** What upstream shows a policy unless it is told otherwise. */
const CAMERAS = ['head_camera', 'front_camera', 'left_camera', 'right_camera'];

/** The part of a config that says what the policy has to see, named as upstream's task configs name it. */
const Wishes = z.object({
  data_type: z.record(z.string(), z.boolean()).default({}),
  head_camera_type: z.literal('D435').nullish(),
});

/** What there is: these can be switched on and off, and these are always there. */
const SUPPORTED = ['depth', 'third_view', 'rgb', 'endpose', 'qpos'];

/** What a policy asks of the world, by its settings. */
export function needsOf(args: Record<string, Json>, where: string): Needs {
  const { success, data, error } = Wishes.safeParse(args);
  if (!success) {
    const why = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
    throw new SextantError('bad_config', why, { where, fix: 'cameras are of the type D435, 320×240' });
  }
  const wanted = Object.entries(data.data_type).flatMap(([name, on]) => (on ? [name] : []));
  const missing = wanted.filter((name) => !SUPPORTED.includes(name));
  if (missing.length > 0) {
    throw new SextantError('bad_config', `data_type: there is no ${missing.join(', ')} here`, {
      where,
      fix: `switch it off; there are ${SUPPORTED.join(', ')}`,
    });
  }
  return {
    cameras: [...CAMERAS, ...(wanted.includes('third_view') ? ['observer_camera'] : [])],
    ...(wanted.includes('depth') ? { depth: true } : {}),
    action: 'either',
    peeks: 'nothing',
  };
}
