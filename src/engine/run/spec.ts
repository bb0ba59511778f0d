import {
  type Benchmark,
  type Dataset,
  Decoding,
  isSameData,
  type Json,
  type Protocol,
  type RunSpec,
  SextantError,
} from '../../contracts/index.ts';
import { canonicalJson, didYouMean } from '../../util/index.ts';
import { modulesOf } from '../use/use.ts';
import { hashOf } from './hash.ts';

/** The protocol of that name, or the first one that fits who is measured. */
export function findProtocol(benchmark: Benchmark, id?: string, who?: 'model' | 'policy'): Protocol {
  const fits = (protocol: Protocol) => who === undefined || (protocol.act === 'policy') === (who === 'policy');
  const found = benchmark.protocols.find((protocol) => (id === undefined ? fits(protocol) : protocol.id === id));
  if (found && fits(found)) return found;
  if (who !== undefined && (found || (id === undefined && benchmark.protocols.length > 0)))
    throw takesNo(who, found?.id ?? benchmark.id);
  const known = benchmark.protocols.map((protocol) => protocol.id);
  const message = `${benchmark.id} has no protocol ${id ?? 'at all'}; known: ${known.join(', ')}`;
  throw new SextantError('unknown_protocol', message, didYouMean(id ?? '', known, `choose one of ${known.join(', ')}`));
}

/** The contestant lacks the arm that the protocol needs. */
export function takesNo(who: 'model' | 'policy', what: string): SextantError {
  return new SextantError('bad_argument', `${what} takes no ${who}`, {
    fix: `name a --${who === 'policy' ? 'model' : 'policy'}`,
  });
}

/** Decoding is part of the recipe: overriding it makes another protocol, with another hash. */
export function withDecoding(protocol: Protocol, overrides: Partial<Record<keyof Decoding, number | null>>): Protocol {
  const decoding: Decoding = { ...protocol.decoding };
  for (const key of ['temperature', 'topP', 'maxTokens', 'seed'] as const) {
    const value = overrides[key];
    if (value === null) delete decoding[key];
    else if (value !== undefined) decoding[key] = value;
  }
  const checked = Decoding.safeParse(decoding);
  if (checked.success) return { ...protocol, decoding: checked.data };
  const issue = checked.error.issues[0];
  throw new SextantError('bad_argument', `${issue?.path.join('.')}: ${issue?.message}`, {
    fix: 'choose a value that servers can take',
  });
}

export function specFor(opts: {
  benchmark: Benchmark;
  args: Record<string, string>;
  dataset: Dataset;
  protocol: Protocol;
  model: RunSpec['model'];
  select: RunSpec['select'];
  epochs: number;
  seed: number;
}): RunSpec {
  const { benchmark, args, dataset, protocol, model, select, epochs, seed } = opts;
  return {
    benchmark: benchmark.id,
    args,
    data: {
      source: dataset.source,
      sha256: dataset.sha256,
      ...(dataset.formerly && { formerly: [...dataset.formerly] }),
    },
    protocol,
    protocolHash: hashOf(protocol),
    model,
    select,
    epochs,
    seed,
    ...modulesOf([benchmark.id, protocol.extractor, model.id]),
  };
}

/** What makes two specs different runs. Where data and modules lie does not: their hashes decide. */
function identity(spec: RunSpec): Json {
  const use = spec.use && { use: spec.use.map(({ sha256 }) => sha256) };
  return JSON.parse(canonicalJson({ ...spec, data: { sha256: spec.data.sha256 }, ...use }));
}

/** The same for two specs that are the same run. */
export function specHash(spec: RunSpec): string {
  return hashOf(identity(spec));
}

/** A folder name that the same command finds again. */
export function runName(spec: RunSpec): string {
  const words = [spec.benchmark, spec.model.id.replace(/^\.?\//, '')].map((word) =>
    word
      .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/^[.-]+/, '')
      .slice(0, 60),
  );
  return [...words, specHash(spec).slice(0, 8)].join('_');
}

/** The names that the same command may find its folder by: the present one first, then those of former data hashes. */
export function runNames(spec: RunSpec): string[] {
  const former = (spec.data.formerly ?? []).map((sha256) => runName({ ...spec, data: { ...spec.data, sha256 } }));
  return [runName(spec), ...former];
}

/** Field by field: what the folder was made with, and what is asked now. */
export function specDifferences(stored: RunSpec, asked: RunSpec): string[] {
  return differingFields(stored, asked).map(
    ({ field, a, b }) => `${field}: ${a ?? '(none)'} in the folder, ${b ?? '(none)'} asked now`,
  );
}

/** The fields in which two specs are different runs, with both values as JSON. */
export function differingFields(a: RunSpec, b: RunSpec): { field: string; a?: string; b?: string }[] {
  const before = isSameData(a.data, b.data) ? { ...a, data: b.data } : a;
  return differences(flatten(identity(before)), flatten(identity(b)));
}

/** Keys at which two maps differ, in order. */
export function differences(
  a: Map<string, string>,
  b: Map<string, string>,
): { field: string; a?: string; b?: string }[] {
  const fields = [...new Set([...a.keys(), ...b.keys()])].sort();
  return fields.flatMap((field) => {
    const [inA, inB] = [a.get(field), b.get(field)];
    if (inA === inB) return [];
    return [{ field, ...(inA !== undefined && { a: inA }), ...(inB !== undefined && { b: inB }) }];
  });
}

function flatten(value: Json, path = '', into = new Map<string, string>()): Map<string, string> {
  if (value === null || typeof value !== 'object') return into.set(path, JSON.stringify(value));
  for (const [key, inner] of Object.entries(value)) flatten(inner, path === '' ? key : `${path}.${key}`, into);
  return into;
}
