import { type Action, type ActionKind, PolicyError } from '../../../contracts/index.ts';
import type { ObservationMap } from './observation-map.ts';
import { isMap, NdArray, rowsOf, toNumbers, type Wire } from './wire.ts';

/** Numbers in a command. */
export const actionWidth: Readonly<Record<ActionKind, number>> = { qpos: 14, ee: 16 };

/** No chunk comes near; a server that sends more is broken or hostile. */
const MOST_COMMANDS = 10_000;

/**
 * The commands in a server's reply: an array (n, width), a single command, or lists of them. Throws `bad_action` on anything else.
 * @example readActions({ actions: fromNumbers(numbers, 'float32', [50, 14]) }, { kind: 'qpos' }) // 50 commands
 */
export function readActions(reply: Wire, { key, kind }: ObservationMap['action']): Action[] {
  const width = actionWidth[kind];
  const given = find(reply, key);
  const rows = commandsIn(given, width);
  if (!rows) {
    throw new PolicyError('bad_action', `expected commands of ${width} numbers (${kind}), got ${describe(given)}`);
  }
  if (rows.length === 0) throw new PolicyError('bad_action', 'the server gave no command');
  return rows;
}

function find(reply: Wire, key: string | undefined): Wire {
  if (!isMap(reply)) return reply;
  const names = key === undefined ? ['actions', 'action'] : [key];
  const found = names.map((name) => reply[name]).find((value) => value !== undefined);
  if (found !== undefined) return found;
  const keys = Object.keys(reply).slice(0, 20).join(', ') || 'none';
  throw new PolicyError('bad_action', `the reply has no ${JSON.stringify(names[0])}; its keys: ${keys}`);
}

/** Undefined when these are not commands of this width. */
function commandsIn(value: Wire, width: number): Float64Array[] | undefined {
  if (value instanceof NdArray) {
    const { shape } = value;
    const count = shape.length === 1 ? 1 : (shape[0] ?? 0);
    if (shape.length < 1 || shape.length > 2 || shape.at(-1) !== width || count > MOST_COMMANDS) return undefined;
    return shape.length === 1 ? [toNumbers(value)] : rowsOf(value);
  }
  if (!Array.isArray(value) || value.length > MOST_COMMANDS) return undefined;
  if (value.length === width && value.every((item) => typeof item === 'number')) return [Float64Array.from(value)];
  const rows = value.map((item) => commandsIn(item, width));
  return rows.every((inner) => inner?.length === 1) ? rows.flatMap((inner) => inner ?? []) : undefined;
}

function describe(value: Wire): string {
  if (value instanceof NdArray) return String(value);
  if (Array.isArray(value))
    return `a list of ${value.length} (the first: ${value[0] === undefined ? 'none' : describe(value[0])})`;
  if (isMap(value)) return `a map (${Object.keys(value).slice(0, 10).join(', ')})`;
  return value === null ? 'nothing' : `a ${typeof value}`;
}
