import { messageOf, PolicyError } from '../../../../contracts/index.ts';
import type { ChannelFrame } from '../channel.ts';
import { failed, type PolicyDialect } from '../dialect.ts';
import type { Packable } from '../encode.ts';
import { isMap, NdArray, ndArrayOf, type Wire } from '../wire.ts';

/** numpy's short names of the types that its long ones mean. */
const shortNames: Readonly<Record<string, string>> = {
  bool: '|b1',
  int8: '|i1',
  uint8: '|u1',
  int16: '<i2',
  uint16: '<u2',
  int32: '<i4',
  uint32: '<u4',
  int64: '<i8',
  uint64: '<u8',
  float16: '<f2',
  float32: '<f4',
  float64: '<f8',
};
const longNames = Object.fromEntries(Object.entries(shortNames).map(([long, short]) => [short, long]));

/** JSON over TCP: a method's name and its argument. Which methods there are is the policy's business. */
export const robotwin: PolicyDialect = {
  about: 'RoboTwin’s policy_model_server.py',
  transport: 'tcp',
  map: 'robotwin',
  oneEpisode: true,
  options: ['method', 'update', 'reset'],
  async greet(channel, _, { method = 'get_action', reset = 'reset_model', update }) {
    const call = async (cmd: string, obs: Packable): Promise<Wire> =>
      resultOf(await channel.ask(new TextEncoder().encode(JSON.stringify({ cmd, obs }, asJson))));
    return {
      about: {},
      differences: [],
      begin: async () => {
        await call(reset, null);
      },
      infer: (observation) => call(method, observation),
      ...(update === undefined
        ? {}
        : {
            update: async (observation) => {
              await call(update, observation);
            },
          }),
    };
  },
};

function asJson(_: string, value: unknown): unknown {
  if (!(value instanceof NdArray)) return value;
  const { dtype, shape, data } = value;
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return { __numpy_array__: true, data: bytes.toString('base64'), dtype: longNames[dtype] ?? dtype, shape };
}

function resultOf(frame: ChannelFrame): Wire {
  let reply: Wire;
  try {
    reply = toWire(JSON.parse(Buffer.from(frame).toString()));
  } catch (error) {
    throw new PolicyError('policy_failed', `the server sent what cannot be read: ${messageOf(error)}`, {
      cause: error,
    });
  }
  if (isMap(reply) && reply.res !== undefined) return reply.res;
  if (!isMap(reply)) throw failed('no map');
  throw failed(String(reply.traceback ?? reply.error ?? 'neither a result nor an error'));
}

/** What JSON said, with its arrays. */
function toWire(value: unknown): Wire {
  if (value === null || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string')
    return value;
  if (Array.isArray(value)) return value.map(toWire);
  if (typeof value !== 'object') throw new Error(`${typeof value} in JSON`);
  const map = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toWire(inner)]));
  if (map.__numpy_array__ !== true) return map;
  const { dtype, shape, data } = map;
  const name = String(dtype);
  return ndArrayOf(shortNames[name] ?? name, shape, typeof data === 'string' ? Buffer.from(data, 'base64') : data);
}
