import { type Action, type ActionKind, type ActionLog, Needs, SextantError } from '../../contracts/index.ts';

/** Numbers in one command: they tell what it means. */
export const actionWidth: Readonly<Record<ActionKind, number>> = { qpos: 14, ee: 16 };

const UNTIMED = 0x31_41_58_53; // "SXA1"
const TIMED = 0x32_41_58_53; // "SXA2"

/**
 * Commands as bytes: "SXA1", then for each how many numbers it has (4 bytes) and the numbers as doubles; little-endian. Where each
 * lasted a fixed time, "SXA2" and the physics steps per command (4 bytes) stand before the same.
 */
export function encodeActions({ actions, every }: ActionLog): Uint8Array {
  const start = every === undefined ? 4 : 8;
  const view = new DataView(new ArrayBuffer(actions.reduce((sum, action) => sum + 4 + 8 * action.length, start)));
  view.setUint32(0, every === undefined ? UNTIMED : TIMED, true);
  if (every !== undefined) view.setUint32(4, every, true);
  let at = start;
  for (const action of actions) {
    view.setUint32(at, action.length, true);
    at += 4;
    for (const value of action) {
      view.setFloat64(at, value, true);
      at += 8;
    }
  }
  return new Uint8Array(view.buffer);
}

/** The same commands again, to the last bit. */
export function decodeActions(bytes: Uint8Array): ActionLog {
  const damaged = () => new SextantError('damaged_run', 'these bytes are not a list of commands');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = bytes.length < 4 ? 0 : view.getUint32(0, true);
  const start = magic === TIMED ? 8 : 4;
  if (![UNTIMED, TIMED].includes(magic) || bytes.length < start) throw damaged();
  const timed = Needs.pick({ every: true }).safeParse(magic === TIMED ? { every: view.getUint32(4, true) } : {});
  if (!timed.success) throw damaged();
  const actions: Action[] = [];
  for (let at = start; at < bytes.length; ) {
    const width = at + 4 <= bytes.length ? view.getUint32(at, true) : 0;
    const numbers = at + 4;
    if (!Object.values(actionWidth).includes(width) || numbers + 8 * width > bytes.length) throw damaged();
    actions.push(Float64Array.from({ length: width }, (_, i) => view.getFloat64(numbers + 8 * i, true)));
    at = numbers + 8 * width;
  }
  return { actions, ...timed.data };
}
