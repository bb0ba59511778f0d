import { expect, onTestFinished, test } from 'vitest';
import { observation, start } from '../testing/episode.ts';
import { type Message, policyAt } from '../testing/policy.ts';
import { commands, startTcp } from '../testing/servers.ts';

/** Answers each request with the next of these, in pieces of a few bytes. */
async function talk(answer: (request: Message) => Buffer, piece = 1_000_000) {
  const heard: Message[] = [];
  const server = await startTcp((socket) => {
    let have = Buffer.alloc(0);
    socket.on('data', (data) => {
      have = Buffer.concat([have, data]);
      while (have.length >= 4 && have.length >= 4 + have.readUInt32BE()) {
        const end = 4 + have.readUInt32BE();
        const request = JSON.parse(have.subarray(4, end).toString());
        have = have.subarray(end);
        heard.push(request);
        const reply = answer(request);
        for (let at = 0; at < reply.length; at += piece) socket.write(reply.subarray(at, at + piece));
      }
    });
  });
  onTestFinished(() => server.close());
  return { ...server, heard };
}
const framed = (value: unknown) => {
  const json = Buffer.from(JSON.stringify(value));
  const head = Buffer.alloc(4);
  head.writeUInt32BE(json.length);
  return Buffer.concat([head, json]);
};
const numbers = (count: number) => {
  const { data, shape } = commands(count);
  return { __numpy_array__: true, data: Buffer.from(data).toString('base64'), dtype: 'float32', shape };
};

test('a method, its argument, and arrays in base64; answers may come in pieces', async () => {
  const server = await talk(({ cmd }) => framed({ res: cmd === 'get_action' ? numbers(3) : null }), 7);
  const policy = await policyAt(`${server.url}?replan=2`);
  await policy.reset(start);
  expect(await policy.act(observation())).toHaveLength(2);
  const [reset, ask] = server.heard;
  expect(reset).toEqual({ cmd: 'reset_model', obs: null });
  const { observation: cameras, joint_action, endpose, instruction } = ask.obs;
  expect([ask.cmd, instruction, joint_action.left_gripper, endpose.left_endpose.length]).toEqual([
    'get_action',
    start.instruction,
    0.6,
    7,
  ]);
  expect(cameras.head_camera.rgb).toMatchObject({ __numpy_array__: true, dtype: 'uint8', shape: [240, 320, 3] });
  expect(Buffer.from(joint_action.vector.data, 'base64').readDoubleLE(8)).toBe(0.1);
});

test('policies that keep a history see every step', async () => {
  const server = await talk(({ cmd }) =>
    framed({ res: cmd === 'infer' ? [Array(14).fill(0.5), Array(14).fill(1)] : null }),
  );
  const policy = await policyAt(`${server.url}?method=infer&update=update_obs&reset=reset_obs`);
  await policy.reset(start);
  for (let step = 0; step < 3; step++) expect(await policy.act(observation(step))).toHaveLength(1);
  expect(server.heard.map(({ cmd }) => cmd)).toEqual(['reset_obs', 'infer', 'update_obs', 'infer']);
  expect(policy.settings).toMatchObject({ method: 'infer', update: 'update_obs', reset: 'reset_obs' });
});

test.each([
  [
    'reports an error',
    framed({ error: 'Error handling request: x', traceback: 'Traceback\nValueError: x' }),
    'ValueError: x',
  ],
  ['sends no JSON', Buffer.from([0, 0, 0, 2, 0x7b, 0x7b]), 'cannot be read'],
  ['announces gigabytes', Buffer.from([0xff, 0xff, 0xff, 0xff]), 'announces a message of 4294967295 bytes'],
  [
    'lies about a shape',
    framed({ res: { __numpy_array__: true, data: 'AAAA', dtype: 'float32', shape: [50, 14] } }),
    'takes 2800 bytes, but 3',
  ],
  [
    'nests without end',
    Buffer.concat([Buffer.from([0, 1, 0x86, 0xa0]), Buffer.from('['.repeat(100_000))]),
    'cannot be read',
  ],
])('a server that %s', async (_, reply, says) => {
  const server = await talk(({ cmd }) => (cmd === 'reset_model' ? framed({ res: null }) : reply));
  const policy = await policyAt(`${server.url}?`);
  await policy.reset(start);
  await expect(policy.act(observation())).rejects.toMatchObject({
    kind: 'policy_failed',
    message: expect.stringContaining(says),
  });
  await policy.reset(start);
});

test('one server plays one episode at a time', async () => {
  const server = await talk(() => framed({ res: null }));
  await expect(policyAt(server.url, { seat: 1 })).rejects.toMatchObject({
    code: 'bad_argument',
    message: 'each robotwin server plays one episode at a time; there are 1',
  });
});
