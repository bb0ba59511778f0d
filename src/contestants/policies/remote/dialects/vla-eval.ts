import { PolicyError } from '../../../../contracts/index.ts';
import { encodePng } from '../../../../media/index.ts';
import { actionWidth } from '../actions.ts';
import { type Difference, differs, type Terms } from '../agreement.ts';
import { textKeys } from '../array-forms.ts';
import type { ChannelFrame } from '../channel.ts';
import { failed, type PolicyDialect, readMap } from '../dialect.ts';
import { encode, type Packable } from '../encode.ts';
import { leavesOf } from '../observation-map.ts';
import { isMap, NdArray, type Wire, type WireMap } from '../wire.ts';

const VERSION = 1;
const JPEG_QUALITY = 95;

/** Every message in an envelope with a number; both sides say hello. */
export const vlaEval: PolicyDialect = {
  about: 'model servers of vla-evaluation-harness',
  transport: 'ws',
  map: 'vla-eval',
  options: ['pictures'],
  async greet(channel, terms, { pictures = 'png' }) {
    let seq = 0;
    const message = (type: string, payload: Packable) =>
      encode({ type, payload, seq: ++seq, timestamp: Date.now() / 1000 }, textKeys);
    const read = (frame: ChannelFrame, wanted: string): WireMap => {
      const { type, payload = null, seq: answered } = readMap(frame, textKeys);
      if (type === 'error') throw failed(isMap(payload) ? String(payload.error ?? JSON.stringify(payload)) : 'unknown');
      if (type !== wanted || answered !== seq || !isMap(payload)) {
        const got = `${String(type)} ${String(answered)}`;
        throw new PolicyError('policy_failed', `expected ${wanted} ${seq} of the server, got ${got}`);
      }
      return payload;
    };
    const hello = { harness_version: 'sextant', protocol_version: VERSION };
    const about = read(await channel.ask(message('hello', hello)), 'hello');
    return {
      about,
      differences: specDifferences(about, terms),
      async begin({ unit, seed, instruction }) {
        // It has no answer, unless it fails.
        channel.tell(message('episode_start', { task: { name: unit.id, instruction }, episode_idx: unit.epoch, seed }));
      },
      async infer(observation) {
        const early = channel.early();
        if (early !== undefined) read(early, 'action');
        const small = await compressed(observation, pictures);
        return read(await channel.ask(message('observation', small)), 'action');
      },
      async end() {
        channel.tell(message('episode_end', {}));
      },
    };
  },
};

/** The observation with its colour pictures compressed; other arrays stay as they are. */
async function compressed(value: Packable, format: 'png' | 'jpeg' | 'raw'): Promise<Packable> {
  if (format === 'raw' || value === null || typeof value !== 'object' || value instanceof Map) return value;
  if (value instanceof NdArray) return isPicture(value) ? picture(value, format) : value;
  if (value instanceof Uint8Array || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(async ([key, inner]) => [key, await compressed(inner, format)]);
  return Object.fromEntries(await Promise.all(entries));
}

function isPicture({ dtype, shape }: NdArray): boolean {
  return dtype === '|u1' && shape.length === 3 && shape[2] === 3;
}

async function picture({ shape, data }: NdArray, format: 'png' | 'jpeg'): Promise<Packable> {
  const [height = 0, width = 0] = shape;
  const bytes =
    format === 'png' ? encodePng({ width, height, pixels: data }) : await encodeJpeg({ width, height, data });
  return { __image__: true, format, data: bytes, shape: [...shape] };
}

async function encodeJpeg(picture: { width: number; height: number; data: Uint8Array }): Promise<Uint8Array> {
  const { width, height, data } = picture;
  const { default: sharp } = await import('sharp');
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
}

function specDifferences(about: WireMap, { map }: Terms): Difference[] {
  const { protocol_version: version, action_spec: actions, observation_spec: observations } = about;
  const width = actionWidth[map.action.kind];
  const parts = partsOf(actions);
  const dims = parts.reduce((sum, { dims }) => sum + (typeof dims === 'number' ? dims : 0), 0);
  const leaves = leavesOf(map.observation).map(({ leaf }) => leaf);
  const offers = [
    'raw',
    ...leaves.flatMap((leaf) => {
      if ('camera' in leaf) return leaf.layout === 'hwc' && leaf.dtype === 'uint8' ? ['rgb_hwc_uint8'] : [];
      return 'from' in leaf
        ? [{ instruction: 'language', state: 'joint_positions' }[String(leaf.from)] ?? []].flat()
        : [];
    }),
  ];
  // A hand's pose has many formats; joints have one.
  const takes = map.action.kind === 'qpos' ? ['raw', 'joint_positions'] : parts.map(({ format }) => String(format));
  return [
    ...differs('protocol', version, version === VERSION, VERSION),
    ...differs('numbers in a command', dims, parts.length === 0 || dims === width, width),
    ...parts.flatMap(({ name, format }) =>
      differs(`command ${String(name)}`, format, takes.includes(String(format)), 'joint_positions'),
    ),
    ...partsOf(observations).flatMap(({ name, format, accepts }) => {
      const fits = [format, ...(Array.isArray(accepts) ? accepts : [])].some((one) => offers.includes(String(one)));
      return differs(`observation ${String(name)}`, format, fits, 'not offered');
    }),
  ];
}

function partsOf(spec: Wire | undefined): WireMap[] {
  return isMap(spec) ? Object.values(spec).filter(isMap) : [];
}
