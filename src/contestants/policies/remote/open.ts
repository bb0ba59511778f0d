import { resolve } from 'node:path';
import { isMainThread, threadId } from 'node:worker_threads';
import { type Json, messageOf, type Policy, SextantError } from '../../../contracts/index.ts';
import { readRegularText } from '../../../files/index.ts';
import { canonicalJson, nearest } from '../../../util/index.ts';
import { type Contact, connect } from './connect.ts';
import { maps } from './maps.ts';
import { mapAsJson, needsOf, type ObservationMap, parseMap, resized } from './observation-map.ts';
import { parseRemote, type RemotePolicyOptions } from './options.ts';
import { player, type RemoteReport } from './player.ts';
import { isMap, NdArray, type Wire } from './wire.ts';

/** How long a server that was lost between two episodes is waited for, unless it is said. */
const WAIT_S = 30;
/** How long a server may take to greet before anything is run. */
const GREETING_MS = 60_000;
/** Characters that a server may say about itself: they go into the run's file. */
const MOST_SAID = 100_000;

export interface OpenRemoteOptions {
  /** Where files are looked for. */
  cwd: string;
  env?: Readonly<Record<string, string | undefined>>;
  timeoutMs?: number;
  /** Which of several threads this is, from 0: they spread over the servers. */
  seat?: number;
}

/** A policy behind a server. */
export interface RemotePolicy extends Policy {
  /** How many of it may act at the same time, where its servers set a limit. */
  atOnce?: number;
  /** Of the episode since the last reset. */
  report(): RemoteReport;
}

/**
 * A policy that is served somewhere, by its address.
 * @example const policy = await openRemote('ws://127.0.0.1:8000?map=aloha&replan=10', { cwd: process.cwd() })
 */
export async function openRemote(address: string, opts: OpenRemoteOptions): Promise<RemotePolicy> {
  const { servers, options, dialect, dialectName } = parseRemote(address);
  const { seat = Math.max(0, threadId - 1), env = process.env, timeoutMs = GREETING_MS } = opts;
  const map = resized(await openMap(options.map ?? dialect.map, opts.cwd), options.size);
  const { replan } = options;
  const terms = { map, ...(replan === undefined ? {} : { replan }) };
  const contact = { dialect, terms, options, headers: headersOf(options, env) };
  const limit = dialect.oneEpisode ? servers.length : undefined;
  if (limit !== undefined && seat >= limit) {
    const message = `each ${dialectName} server plays one episode at a time; there are ${limit}`;
    const fix = `use --workers ${limit}, or name more servers, separated by commas`;
    throw new SextantError('bad_argument', message, { fix });
  }
  // Once is enough to find before anything is run that a server does not fit; threads come later.
  const about = isMainThread ? await meetAll(servers, contact, timeoutMs) : {};
  // With a limit, each thread keeps to its own server; otherwise it moves to the next one when its own is lost.
  const mine = [...servers.slice(seat % servers.length), ...servers.slice(0, seat % servers.length)];
  const reachable = limit === undefined ? mine : mine.slice(0, 1);
  const waitMs = 1000 * (options.wait ?? WAIT_S);
  return {
    id: options.name === undefined ? servers.join(',') : `remote/${options.name}`,
    needs: { ...needsOf(map), ...(options.every === undefined ? {} : { every: options.every }) },
    settings: { ...behaviourOf(options), dialect: dialectName, map: mapAsJson(map), server: about },
    ...(limit === undefined ? {} : { atOnce: limit }),
    ...player(terms, (signal) => connect(reachable, contact, { waitMs, signal })),
  };
}

/** Options that change what the policy sees or does. The size is in the map. */
function behaviourOf({ replan, every, pictures, method, reset, update }: RemotePolicyOptions): Record<string, Json> {
  const all = { replan, every, pictures, method, reset, update };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** What all servers say about themselves, which must be the same: they are to be one policy. */
async function meetAll(servers: readonly string[], contact: Contact, timeoutMs: number): Promise<Json> {
  const waitMs = 1000 * (contact.options.wait ?? 0);
  const signal = AbortSignal.timeout(waitMs + timeoutMs);
  const said = await Promise.all(
    servers.map(async (server) => {
      try {
        const { channel, session } = await connect([server], contact, { waitMs, signal });
        void channel.close();
        const about = toJson(session.about);
        if (canonicalJson(about).length > MOST_SAID) throw new Error('it says too much about itself');
        return { server, about };
      } catch (error) {
        if (error instanceof SextantError) throw error;
        const why = signal.aborted ? `no greeting within ${timeoutMs / 1000} s` : messageOf(error);
        throw new SextantError('provider', `the policy’s server cannot be used: ${why}`, {
          where: server,
          fix: 'start it first, or add wait=<seconds> to the address; check dialect= if it is another server',
          cause: error,
        });
      }
    }),
  );
  const [first] = said;
  const other = said.find(({ about }) => canonicalJson(about) !== canonicalJson(first?.about));
  if (!first || !other) return first?.about ?? {};
  throw new SextantError('bad_argument', `${first.server} and ${other.server} serve different policies`, {
    fix: 'name only servers of one policy',
  });
}

function headersOf({ key }: RemotePolicyOptions, env: NonNullable<OpenRemoteOptions['env']>): Record<string, string> {
  if (key === undefined) return {};
  const value = env[key];
  if (value) return { Authorization: `Api-Key ${value}` };
  throw new SextantError('missing_key', `the policy’s server needs ${key}, which is not set`, {
    fix: `export ${key}=…`,
  });
}

function toJson(value: Wire): Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string')
    return value;
  if (value instanceof NdArray || value instanceof Uint8Array || typeof value === 'bigint') return String(value);
  if (isMap(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toJson(inner)]));
  return value.map(toJson);
}

/** A map by its name, or from a file of the user's. */
export async function openMap(name: string, cwd: string): Promise<ObservationMap> {
  if (Object.hasOwn(maps, name)) return parseMap(maps[name], name);
  if (!name.endsWith('.json')) {
    const guess = nearest(name, Object.keys(maps));
    throw new SextantError(
      'bad_argument',
      `there is no map ${JSON.stringify(name)}${guess ? `; did you mean ${guess}?` : ''}`,
      {
        fix: `use one of ${Object.keys(maps).join(', ')}, or a file such as ./my-map.json`,
      },
    );
  }
  const file = resolve(cwd, name);
  try {
    return parseMap(JSON.parse(readRegularText(file, { code: 'bad_config' })), file);
  } catch (error) {
    if (error instanceof SextantError) throw error;
    throw new SextantError('bad_config', `the map cannot be read: ${messageOf(error)}`, { where: file, cause: error });
  }
}
