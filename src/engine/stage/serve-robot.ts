import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { messageOf, type Observation, PolicyError, SextantError } from '../../contracts/index.ts';
import { encodeFrame, type Frame, FrameReader, type NumpyArray } from '../../host/index.ts';
import { armJoints } from '../../sim/index.ts';
import { openRobot, type Robot } from './robot.ts';

/** What can be asked. Numbers of a command are the message's body, as doubles. */
const Args = z.record(z.string(), z.union([z.string(), z.number()]));
const Request = z.discriminatedUnion('do', [
  z.object({ do: z.literal('open'), benchmark: z.string(), options: z.record(z.string(), z.unknown()) }),
  z.object({ do: z.literal('load'), args: Args }),
  z.object({ do: z.literal('reset'), task: z.number(), args: Args }),
  z.object({ do: z.literal('step') }),
  z.object({ do: z.literal('look'), camera: z.string(), width: z.number(), height: z.number() }),
]);

interface RobotAnswer {
  header: object;
  arrays?: Record<string, NumpyArray>;
}

/**
 * Lets another program step a robot: messages as `FrameReader` has them, one reply to each, in order, until the input ends.
 * @example await serveRobot(process.stdin, process.stdout)
 */
export async function serveRobot(input: Readable, output: Writable): Promise<void> {
  const frames = new FrameReader();
  let robot: Robot | undefined;
  const answer = async ({ header, body }: Frame): Promise<RobotAnswer> => {
    const request = Request.parse(header);
    if (request.do === 'open') {
      robot?.close();
      const { data, ...needs } = request.options;
      robot = await openRobot(request.benchmark, { ...needs, ...(typeof data === 'string' ? { data } : {}) });
      return { header: { tasks: robot.tasks, joints: armJoints.map(({ range }) => range) } };
    }
    if (!robot) throw new SextantError('bad_argument', 'no robot is open');
    if (request.do === 'look') {
      const { width, height, rgb } = robot.look(request.camera, { width: request.width, height: request.height });
      return { header: {}, arrays: { rgb: { data: rgb, shape: [height, width, 3] } } };
    }
    if (request.do === 'load') {
      await robot.load(request.args);
      return { header: { tasks: robot.tasks } };
    }
    if (request.do === 'reset') {
      const observation = await robot.reset(request.task, request.args);
      return { header: { instruction: observation.instruction }, arrays: arraysOf(observation) };
    }
    const { observation, terminated, truncated, info } = await robot.step(new Float64Array(body.buffer));
    return { header: { terminated, truncated, info }, arrays: arraysOf(observation) };
  };
  try {
    for await (const chunk of input) {
      for (const frame of frames.push(chunk)) {
        const { header, arrays } = await answer(frame).catch((error: unknown) => ({
          header: refusal(error),
          arrays: {},
        }));
        for (const part of encodeFrame(header, arrays)) output.write(part);
      }
    }
  } finally {
    robot?.close();
  }
}

function refusal(error: unknown): object {
  const code = error instanceof SextantError ? error.code : error instanceof PolicyError ? error.kind : 'internal';
  const fix = error instanceof SextantError ? error.fix : undefined;
  return { error: messageOf(error), code, ...(fix === undefined ? {} : { fix }) };
}

/** An observation as arrays; what cameras see by `camera/what`. */
function arraysOf({ state, joints, hands, images }: Observation): Record<string, NumpyArray> {
  const arrays: Record<string, NumpyArray> = {
    state: { data: state, shape: [state.length] },
    joints: { data: joints, shape: [joints.length] },
    left_hand: { data: hands.left, shape: [7] },
    right_hand: { data: hands.right, shape: [7] },
  };
  for (const [camera, { width, height, rgb, depth, segmentation }] of Object.entries(images)) {
    arrays[`${camera}/rgb`] = { data: rgb, shape: [height, width, 3] };
    if (depth) arrays[`${camera}/depth`] = { data: depth, shape: [height, width] };
    if (segmentation) arrays[`${camera}/segmentation`] = { data: segmentation, shape: [height, width] };
  }
  return arrays;
}
