import { pathToFileURL } from 'node:url';
import { modelRegistry, policyRegistry } from '../../contestants/index.ts';
import { type Benchmark, messageOf, type OwnVerbs, SextantError } from '../../contracts/index.ts';
import { extractorRegistry } from '../../extract/index.ts';
import { demandFile, readRegular, sha256 } from '../../files/index.ts';
import { moduleFix } from '../../host/index.ts';
import { problemsOf, type Registry } from '../../util/index.ts';
import { benchmarkRegistry } from '../catalogue.ts';
import { hashOf } from '../run/hash.ts';
import { Exports } from './shapes.ts';
import type { Brought, UseOptions } from './use.ts';

/** Node loads a module once: of one that changed since, the old code would run under a new hash. */
const seen = new Map<string, string>();

/** Loads a module, checks what it exports, and makes it known by name; all of it or nothing. */
export async function loadModule(
  path: string,
  { formats, verbs = [], sha256: expected }: UseOptions,
): Promise<Brought> {
  const hash = sha256(read(path));
  const before = expected ?? seen.get(path);
  if (before !== undefined && before !== hash) {
    throw new SextantError('bad_module', 'the module has changed since it was loaded', {
      where: path,
      fix: 'start again',
    });
  }
  seen.set(path, hash);
  const brought = check(await imported(path), path);
  const mark = { file: path, sha256: hash };
  const taken = (what: string, id: string) =>
    new SextantError('name_taken', `another ${what} is called "${id}" already`, {
      where: path,
      fix: 'choose another name in the module',
    });
  const removals: (() => void)[] = [];
  const remove = () => {
    for (const each of removals.splice(0)) each();
  };
  const add = <T extends { id: string }>(what: string, registry: Registry<T>, things: readonly T[]) => {
    for (const thing of things) {
      if (registry.isTaken(thing.id)) throw taken(what, thing.id);
      registry.add(thing);
      removals.push(() => registry.remove(thing.id));
    }
  };
  const asModule = (exported: { id: string }) => ({ ...mark, id: exported.id, exported });
  try {
    add('extractor', extractorRegistry, brought.extractors);
    for (const { protocols, aliases = {}, verbs: own } of brought.benchmarks) {
      if (own && (verbs.includes(own.name) || isOtherVerb(own, brought.benchmarks))) throw taken('verb', own.name);
      for (const alias of Object.keys(aliases)) if (benchmarkRegistry.isTaken(alias)) throw taken('benchmark', alias);
      for (const protocol of protocols) {
        if (isOtherProtocol(protocol)) throw taken('protocol', protocol.id);
        if (!extractorRegistry.get(protocol.extractor)) {
          throw new SextantError('bad_module', `${protocol.id}: there is no extractor "${protocol.extractor}"`, {
            where: path,
            fix: '`sextant list extractors` shows them; export your own as `extractors`',
          });
        }
      }
    }
    add('benchmark', benchmarkRegistry, brought.benchmarks);
    add('model', modelRegistry, brought.models.map(asModule));
    add('policy', policyRegistry, brought.policies.map(asModule));
    if (formats) add('format', formats, brought.formats);
  } catch (error) {
    remove();
    throw error;
  }
  const ids = new Set(Object.values(brought).flatMap((things) => things.map(({ id }) => id)));
  return { sha256: hash, ids, remove };
}

/** Whether a benchmark that is known means something else by this protocol's name: two numbers would look alike. */
function isOtherProtocol(protocol: { id: string }): boolean {
  const known = benchmarkRegistry.all().flatMap(({ protocols }) => protocols.filter(({ id }) => id === protocol.id));
  return known.some((other) => hashOf(other) !== hashOf(protocol));
}

/** Whether others mean something else by this name on the command line; benchmarks may share their verbs. */
function isOtherVerb({ name, ...own }: OwnVerbs, beside: readonly Benchmark[]): boolean {
  const known = [...benchmarkRegistry.all(), ...beside].flatMap(({ verbs }) => verbs ?? []);
  return known.some((other) => other.name === name && other.load !== own.load);
}

function read(path: string): Uint8Array {
  demandFile(path, 'bad_argument');
  try {
    return readRegular(path);
  } catch (cause) {
    throw new SextantError('bad_argument', `cannot read the module: ${messageOf(cause)}`, {
      where: path,
      cause,
    });
  }
}

async function imported(path: string): Promise<Record<string, unknown>> {
  demandFile(path, 'bad_module');
  try {
    return await import(pathToFileURL(path).href);
  } catch (cause) {
    throw new SextantError('bad_module', `cannot load the module: ${messageOf(cause)}`, {
      where: path,
      ...moduleFix(cause),
      cause,
    });
  }
}

/** A thing that is alone may be exported under its singular. */
const singulars = {
  benchmarks: 'benchmark',
  models: 'model',
  policies: 'policy',
  extractors: 'extractor',
  formats: 'format',
};

function check(exported: Record<string, unknown>, path: string): Exports {
  const fix = 'see docs/api.md for what a module may export';
  const named = Object.entries(singulars).map(([several, one]) => [several, exported[several] ?? exported[one]]);
  if (named.every(([, things]) => things === undefined)) {
    throw new SextantError('bad_module', `the module exports none of ${Object.keys(singulars).join(', ')}`, {
      where: path,
      fix,
    });
  }
  const checked = Exports.safeParse(Object.fromEntries(named));
  if (checked.success) return checked.data;
  throw new SextantError('bad_module', problemsOf(checked.error), { where: path, fix });
}
