import { type Action, type ActionKind, SextantError } from '../../contracts/index.ts';

/** Numbers in one command: they tell what it means. */
export const actionWidth: Readonly<Record<ActionKind, number>> = { qpos: 14, ee: 16 };

const MAGIC = 0x31_41_58_53; // "SXA1"

/** Commands as bytes: "SXA1", then for each how many numbers it has (4 bytes) and the numbers as doubles; little-endian. */
export function encodeActions(actions: readonly Action[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(actions.reduce((sum, action) => sum + 4 + 8 * action.length, 4)));
  view.setUint32(0, MAGIC, true);
  let at = 4;
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
export function decodeActions(bytes: Uint8Array): Action[] {
  const damaged = () => new SextantError('damaged_run', 'these bytes are not a list of commands');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint32(0, true) !== MAGIC) throw damaged();
  const actions: Action[] = [];
  for (let at = 4; at < bytes.length; ) {
    const width = at + 4 <= bytes.length ? view.getUint32(at, true) : 0;
    const start = at + 4;
    if (!Object.values(actionWidth).includes(width) || start + 8 * width > bytes.length) throw damaged();
    actions.push(Float64Array.from({ length: width }, (_, i) => view.getFloat64(start + 8 * i, true)));
    at = start + 8 * width;
  }
  return actions;
}
