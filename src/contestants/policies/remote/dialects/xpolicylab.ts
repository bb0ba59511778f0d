import { randomUUID } from 'node:crypto';
import { PolicyError } from '../../../../contracts/index.ts';
import { lebedov } from '../array-forms.ts';
import { failed, type PolicyDialect, readMap } from '../dialect.ts';
import { encode, type PackableMap } from '../encode.ts';
import { isMap, NdArray, toNumbers, type Wire, type WireMap } from '../wire.ts';

/** What each request is answered with. */
const answers = {
  hello: 'hello_ack',
  prepare_case: 'prepare_case_ack',
  reset: 'reset_result',
  infer: 'infer_result',
  trial_end: 'trial_end_ack',
} as const;

/** Where a command's parts are, in this robot's order. */
const parts = {
  qpos: ['left_arm_joint_state', 'left_ee_joint_state', 'right_arm_joint_state', 'right_ee_joint_state'],
  ee: ['left_ee_pose', 'left_ee_joint_state', 'right_ee_pose', 'right_ee_joint_state'],
} as const;

/** Every message in an envelope with an id; episodes are trials of cases. */
export const xpolicylab: PolicyDialect = {
  about: 'XPolicyLab’s policy server (RoboTwin, RoboDojo)',
  transport: 'ws',
  map: 'xpolicylab',
  oneEpisode: true,
  async greet(channel, { map }) {
    let trial = { action_case_id: '', trial_id: '', repeat_index: 0 };
    let step = 0;
    const ask = async (type: keyof typeof answers, payload: PackableMap): Promise<WireMap> => {
      const message_id = randomUUID();
      const sent_at = new Date().toISOString();
      const envelope = { message_type: type, message_id, evaluation_id: 'sextant', ...trial, step, sent_at, payload };
      const reply = readMap(await channel.ask(encode(envelope, lebedov)), lebedov);
      const content = isMap(reply.payload) ? reply.payload : {};
      if (reply.message_type === 'error') throw failed(`${String(content.code)}: ${String(content.message)}`);
      if (reply.message_type !== answers[type] || reply.message_id !== message_id) {
        const got = String(reply.message_type);
        throw new PolicyError('policy_failed', `expected ${answers[type]} of the server, got ${got}`);
      }
      return content;
    };
    const { server = null } = await ask('hello', {});
    return {
      about: { server },
      differences: [],
      async begin({ unit, seed, instruction }) {
        trial = { action_case_id: unit.id, trial_id: `${unit.id}#${unit.epoch}`, repeat_index: unit.epoch };
        step = 0;
        // What RoboTwin's own client tells.
        const about = { instruction, seed, action_type: map.action.kind === 'qpos' ? 'joint' : 'ee' };
        await ask('prepare_case', { action_case_id: trial.action_case_id, ...about });
        await ask('reset', { trial_id: trial.trial_id, ...about });
      },
      async infer(observation) {
        const reply = await ask('infer', { observation });
        step += 1;
        const { actions } = reply;
        const chunk = isMap(actions) ? [actions] : actions;
        if (!Array.isArray(chunk)) return reply;
        return { ...reply, actions: chunk.map((action: Wire) => joined(action, parts[map.action.kind])) };
      },
      async end() {
        await ask('trial_end', { trial_id: trial.trial_id });
      },
    };
  },
};

/** One command out of its named parts. */
function joined(action: Wire, keys: readonly string[]): Wire {
  if (!isMap(action)) return action;
  return keys.flatMap((key) => {
    const part = action[key];
    if (part instanceof NdArray) return [...toNumbers(part)];
    if (typeof part === 'number') return [part];
    if (Array.isArray(part)) return part;
    const has = Object.keys(action).join(', ');
    throw new PolicyError('bad_action', `a command has no ${key}; it has ${has || 'nothing'}`);
  });
}
