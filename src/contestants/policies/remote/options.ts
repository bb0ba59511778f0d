import { z } from 'zod';
import { SextantError } from '../../../contracts/index.ts';
import { nearest } from '../../../util/index.ts';
import { isRemote } from './address.ts';
import type { PolicyDialect } from './dialect.ts';
import { openpi } from './dialects/openpi.ts';
import { roboarena } from './dialects/roboarena.ts';
import { robotwin } from './dialects/robotwin.ts';
import { vlaEval } from './dialects/vla-eval.ts';
import { xpolicylab } from './dialects/xpolicylab.ts';
import { maps } from './maps.ts';

/** By the name that users give; the first of a transport is its default. */
const dialects: Readonly<Record<string, PolicyDialect>> = {
  openpi,
  roboarena,
  'vla-eval': vlaEval,
  xpolicylab,
  robotwin,
};

const whole = z.coerce.number().int().positive();
const method = z.string().regex(/^[A-Za-z]\w*$/, 'must be the name of a method');

/** How to talk with a policy's server. All of it may stand in the address: `ws://host:8000?dialect=openpi&map=aloha&replan=10`. */
const Options = z.strictObject({
  dialect: z.enum(Object.keys(dialects)).exactOptional(),
  /** A map by its name, or a file. */
  map: z.string().min(1).exactOptional(),
  /** How many commands of each chunk are carried out before the server is asked again; all unless it is said. */
  replan: whole.exactOptional(),
  /** How many physics steps each command lasts; until its arms have arrived unless it is said. */
  every: whole.max(2500).exactOptional(),
  /** `224x224`: every picture is fitted into it; `native`: as rendered. */
  size: z
    .string()
    .regex(/^(native|[1-9]\d{0,3}x[1-9]\d{0,3})$/, 'must be like 224x224, or native')
    .exactOptional(),
  /** What the policy is called in results, instead of its address. */
  name: z
    .string()
    .regex(/^[\w.:@+/-]+$/, 'must be letters, digits and . : @ + / - _')
    .exactOptional(),
  /** Seconds to wait for a server that is not there. */
  wait: z.coerce.number().nonnegative().max(86_400).exactOptional(),
  /** Name of a variable of the environment with a key for the server. */
  key: z
    .string()
    .regex(/^[A-Za-z_]\w*$/, 'must be the name of a variable')
    .exactOptional(),
  /** How vla-eval's pictures travel. */
  pictures: z.enum(['png', 'jpeg', 'raw']).exactOptional(),
  /** RoboTwin: what is called for commands, before an episode, and after each command. */
  method: method.exactOptional(),
  reset: method.exactOptional(),
  update: method.exactOptional(),
});
export type RemotePolicyOptions = z.infer<typeof Options>;

/** An address taken apart. */
export interface Remote {
  /** Without options. */
  servers: string[];
  options: RemotePolicyOptions;
  dialect: PolicyDialect;
  dialectName: string;
}

/** Not for every dialect. */
const special = ['pictures', 'method', 'reset', 'update'] as const;

/**
 * An address with options, which hold for all servers in it.
 * @example parseRemote('ws://a:8000,ws://b:8000?replan=10') // servers a and b, openpi, 10 commands of each chunk
 */
export function parseRemote(id: string): Remote {
  const urls = id.split(/,(?=(?:wss?|tcp):\/\/)/i).map((text) => ({ text, url: parseUrl(text) }));
  const asked = urls.flatMap(({ url }) => [...url.searchParams]);
  const options = parseOptions(Object.fromEntries(asked));
  const twice = asked.map(([name]) => name).find((name, i, all) => all.indexOf(name) !== i);
  if (twice !== undefined) throw wrong(`${twice} is given twice`);
  const transports = new Set(urls.map(({ url }) => (url.protocol === 'tcp:' ? 'tcp' : 'ws')));
  if (transports.size > 1) throw wrong('servers over ws:// and tcp:// cannot be mixed');
  const fitting = Object.entries(dialects).filter(([, { transport }]) => transports.has(transport));
  const [dialectName, dialect] = fitting.find(([name]) => name === (options.dialect ?? name)) ?? [];
  if (dialectName === undefined || !dialect) {
    throw wrong(`${options.dialect} is not spoken over ${[...transports].join()}://`);
  }
  const foreign = special.find((name) => options[name] !== undefined && !dialect.options?.includes(name));
  if (foreign) throw wrong(`${dialectName} has no option ${foreign}`);
  const servers = urls.map(({ url }) => {
    url.search = '';
    return url.href.replace(/\/$/, '');
  });
  return { servers, options, dialect, dialectName };
}

/**
 * The address with further options in it, as `--dialect`, `--map` and `--replan` give them.
 * @example withRemoteOptions('ws://host:8000', { replan: 10 }) // 'ws://host:8000?replan=10'
 */
export function withRemoteOptions(id: string, more: RemotePolicyOptions): string {
  const given = Object.entries(more).map(([name, value]): [string, string] => [name, String(value)]);
  if (given.length === 0) return id;
  if (!isRemote(id)) {
    throw wrong(`--${given.map(([name]) => name).join(', --')} is for policies behind ws:// or tcp://, not for ${id}`);
  }
  const joined = `${id}${id.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`;
  parseRemote(joined);
  return joined;
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url?.hostname) throw wrong(`${JSON.stringify(text)} is not an address`);
  if (url.username !== '' || url.password !== '') {
    throw wrong('an address ends up in the run folder: no user or password in it; key= names a variable');
  }
  if (url.protocol === 'tcp:' && url.port === '') throw wrong(`${text} needs a port`);
  url.hash = '';
  return url;
}

function parseOptions(given: Record<string, string>): RemotePolicyOptions {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(Options.shape, name));
  if (unknown !== undefined) {
    const guess = nearest(unknown, Object.keys(Options.shape));
    throw wrong(`there is no option ${JSON.stringify(unknown)}${guess ? `; did you mean ${guess}?` : ''}`);
  }
  const parsed = Options.safeParse(given);
  if (parsed.success) return parsed.data;
  throw wrong(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
}

function wrong(message: string): SextantError {
  return new SextantError('bad_argument', message, {
    fix: `for example ws://127.0.0.1:8000?dialect=openpi&map=aloha&replan=10; dialects: ${Object.keys(dialects).join(', ')}; maps: ${Object.keys(maps).join(', ')}, or a file such as ./my-map.json`,
  });
}
