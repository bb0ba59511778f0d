import { SextantError } from '../../../contracts/index.ts';
import { actionWidth } from './actions.ts';
import { leavesOf, type ObservationMap } from './observation-map.ts';
import type { Wire, WireMap } from './wire.ts';

/** Something on which a server and this side do not agree. */
export interface Difference {
  what: string;
  server: string;
  here: string;
}

/** What this side will send and take. */
export interface Terms {
  map: ObservationMap;
  /** Commands to be carried out of each chunk; all unless it is said. */
  replan?: number;
}

/** What servers of several dialects may say about themselves, compared with what there is. What is not said is not checked. */
export function commonDifferences(about: WireMap, { map, replan }: Terms): Difference[] {
  const width = actionWidth[map.action.kind];
  const { action_dim: dim, action_horizon: horizon, observation_keys: keys, reset_pose: pose } = about;
  const sent = leavesOf(map.observation).map(({ path }) => path.join('/'));
  const wanted = Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
  const missing = wanted.filter((key) => !sent.some((path) => path === key || path.startsWith(`${key}/`)));
  return [
    ...differs('numbers in a command', dim, dim === undefined || dim === width, width),
    ...differs(
      'commands in a chunk',
      horizon,
      typeof horizon !== 'number' || horizon >= (replan ?? 0),
      `replan=${replan}`,
    ),
    ...missing.map((key) => ({ what: `observation ${key}`, server: 'needed', here: 'not in the map' })),
    // One arm, or both with their grippers.
    ...differs('joints in reset_pose', lengthOf(pose), [undefined, 6, 14].includes(lengthOf(pose)), '6 or 14'),
  ];
}

/** No row when it fits. */
export function differs(what: string, server: Wire | undefined, fits: boolean, here: Wire): Difference[] {
  return fits ? [] : [{ what, server: show(server), here: show(here) }];
}

/** Ends everything before it has begun when there are differences. */
export function refuse(differences: readonly Difference[], where: string): void {
  if (differences.length === 0) return;
  const rows = [{ what: '', server: 'server', here: 'here' }, ...differences];
  const widths = { what: widest(rows.map(({ what }) => what)), server: widest(rows.map(({ server }) => server)) };
  const lines = rows.map(
    ({ what, server, here }) => `  ${what.padEnd(widths.what)}  ${server.padEnd(widths.server)}  ${here}`,
  );
  throw new SextantError('bad_argument', `the server does not fit this world:\n${lines.join('\n')}`, {
    where,
    fix: 'serve a policy that was made for this robot, or choose map=, size= and replan= as it needs them',
  });
}

function widest(texts: readonly string[]): number {
  return Math.max(...texts.map((text) => text.length));
}

function lengthOf(value: Wire | undefined): number | undefined {
  return Array.isArray(value) ? value.length : undefined;
}

function show(value: Wire | undefined): string {
  return typeof value === 'string'
    ? value
    : (JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? 'nothing');
}
