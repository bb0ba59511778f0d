import { ByteWriter } from './bytes.ts';

/** One movement of an arm as it was planned: a row of six joints per physics step. */
export interface PlannedMove {
  positions: Float64Array;
  velocities: Float64Array;
}

/** What both arms were planned to do, movement by movement. */
export interface PlannedPaths {
  left: readonly PlannedMove[];
  right: readonly PlannedMove[];
}

const JOINTS = 6;

/**
 * What Python's `pickle.load` reads as `{"left_joint_path": [{"status": "Success", "position": …, "velocity": …}, …], …}` with
 * numpy arrays of shape (steps, 6). Only written: reading a pickle would run whatever program it holds.
 */
export function picklePaths({ left, right }: PlannedPaths): Uint8Array {
  const body = dict([
    ['left_joint_path', list(left.map(move))],
    ['right_joint_path', list(right.map(move))],
  ]);
  return Buffer.concat([new ByteWriter().u8(0x80, 3).done(), body, code('.')]);
}

function move({ positions, velocities }: PlannedMove): Uint8Array {
  return dict([
    ['status', text('Success')],
    ['position', array(positions)],
    ['velocity', array(velocities)],
  ]);
}

function dict(entries: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  return Buffer.concat([code('}('), ...entries.flatMap(([key, value]) => [text(key), value]), code('u')]);
}

function list(items: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat([code(']('), ...items, code('e')]);
}

function text(ascii: string): Uint8Array {
  return new ByteWriter().text('X').u32(ascii.length).text(ascii).done();
}

/** `numpy.array(numpy.ndarray((rows, 6), "<f8", bytes))`: the outer call makes it writable. */
function array(values: Float64Array): Uint8Array {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const shape = new ByteWriter()
    .text('J')
    .u32(values.length / JOINTS)
    .text('K')
    .u8(JOINTS)
    .text('\x86')
    .done();
  return Buffer.concat([
    code('cnumpy\narray\ncnumpy\nndarray\n'),
    ...[shape, text('<f8'), new ByteWriter().text('B').u32(bytes.length).done(), bytes],
    code('\x87R\x85R'),
  ]);
}

function code(opcodes: string): Uint8Array {
  return Buffer.from(opcodes, 'latin1');
}
