import { commonDifferences, type Difference, differs, type Terms } from '../agreement.ts';
import { binaryKeys } from '../array-forms.ts';
import { failed, type PolicyDialect, readMap, readReply } from '../dialect.ts';
import { encode } from '../encode.ts';
import { leavesOf } from '../observation-map.ts';
import type { WireMap } from '../wire.ts';

const RESET = 'reset successful';

/** openpi's messages with an `endpoint`; the greeting says which pictures the server wants. */
export const roboarena: PolicyDialect = {
  about: 'RoboArena’s policy server',
  transport: 'ws',
  map: 'roboarena',
  oneEpisode: true,
  async greet(channel, terms) {
    const about = readMap(await channel.next(), binaryKeys);
    const ask = (endpoint: string, more: object) => channel.ask(encode({ ...more, endpoint }, binaryKeys));
    let session = {};
    return {
      about,
      differences: [...commonDifferences(about, terms), ...cameraDifferences(about, terms)],
      async begin({ unit }) {
        session = about.needs_session_id === true ? { session_id: `${unit.id}#${unit.epoch}` } : {};
        const said = await ask('reset', session);
        // The only text that is no error.
        if (said !== RESET) throw failed(typeof said === 'string' ? said : 'something else than a text after reset');
      },
      infer: async (observation) => readReply(await ask('infer', { ...observation, ...session }), binaryKeys),
    };
  },
};

function cameraDifferences(about: WireMap, { map }: Terms): Difference[] {
  const { image_resolution: resolution, n_external_cameras: external, action_space: space } = about;
  const pictures = leavesOf(map.observation).flatMap(({ path, leaf }) =>
    'camera' in leaf ? [{ key: path.join('/'), size: leaf.size }] : [],
  );
  const named = (pattern: RegExp) => pictures.filter(({ key }) => pattern.test(key));
  const [height, width] = Array.isArray(resolution) ? resolution : [];
  const outside = named(/exterior_image_\d+_left$/).length;
  const sizes = [...new Set(pictures.map(({ size }) => size?.join('×') ?? 'as rendered'))];
  return [
    ...differs('action space', space, space === undefined || space === 'joint_position', 'joint_position'),
    ...differs(
      'wrist camera',
      'needed',
      about.needs_wrist_camera !== true || named(/wrist_image/).length > 0,
      'not in the map',
    ),
    ...differs('external cameras', external, typeof external !== 'number' || external <= outside, outside),
    ...differs('stereo camera', 'needed', about.needs_stereo_camera !== true, 'there is none'),
    ...differs(
      'size of pictures',
      `${width}×${height}`,
      height === undefined || (sizes.length === 1 && sizes[0] === `${width}×${height}`),
      sizes.join(', '),
    ),
  ];
}
