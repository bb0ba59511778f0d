import { z } from 'zod';
import { ModelShape, PolicyShape } from '../../contestants/index.ts';
import {
  type Benchmark,
  type Extractor,
  type Model,
  type OwnVerbs,
  type Policy,
  Protocol,
  type ReportFormat,
} from '../../contracts/index.ts';

function method<F>() {
  return z.custom<F>((value) => typeof value === 'function', 'must be a function');
}

/** Names as they are written on command lines: `mine`, `lab/strict@v2`. */
const id = z
  .string()
  .regex(/^[a-z0-9][\w.@-]*(\/[\w.@-]+)*$/i, 'a name is letters, digits, ".", "_", "-", "@" and "/"');

const scorer = z.object({ score: method<Benchmark['scorers'][string]['score']>() });

/** What must be there for a benchmark to be one; whatever else the contract allows is taken as it is. */
const BenchmarkShape = z
  .looseObject({
    id: id.refine((text) => !text.includes('/'), 'the name of a benchmark has no "/"'),
    title: z.string(),
    about: z.string(),
    needsData: z.boolean(),
    args: z.record(z.string(), z.string()),
    protocols: z.array(Protocol).min(1),
    breakdowns: z.array(z.array(z.string())),
    schema: z.custom<Benchmark['schema']>(
      (value) => typeof value === 'object' && value !== null && 'parse' in value,
      'must be a zod schema',
    ),
    load: method<Benchmark['load']>(),
    fields: method<Benchmark['fields']>(),
    space: method<Benchmark['space']>(),
    truth: method<Benchmark['truth']>(),
    scorers: z.record(z.string(), scorer),
    aggregates: z.record(z.string(), method<Benchmark['aggregates'][string]>()),
    verbs: z
      .object({
        name: z.string().regex(/^[a-z][a-z0-9-]*$/, 'the name of a verb is small letters, digits and "-"'),
        about: z.string(),
        load: method<OwnVerbs['load']>(),
      })
      .exactOptional(),
  })
  .superRefine(({ protocols, scorers, aggregates }, { addIssue }) => {
    for (const [at, { scorer, aggregate }] of protocols.entries()) {
      const missing = (field: string, name: string) =>
        addIssue({ code: 'custom', path: ['protocols', at, field], message: `there is no ${field} "${name}"` });
      if (!Object.hasOwn(scorers, scorer)) missing('scorer', scorer);
      if (!Object.hasOwn(aggregates, aggregate)) missing('aggregate', aggregate);
    }
  });

/** The thing itself, and not a copy: it may be an instance of a class. */
function contract<T>(shape: z.ZodType) {
  return z.custom<T>().superRefine((value, { addIssue }) => {
    for (const { path, message } of shape.safeParse(value).error?.issues ?? [])
      addIssue({ code: 'custom', path: [...path], message });
  });
}

/** One thing or several. */
function some<T>(shape: z.ZodType) {
  const one = contract<T>(shape);
  return z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(one).default([]),
  );
}

/** What a module of the user's may export. */
export const Exports = z.object({
  benchmarks: some<Benchmark>(BenchmarkShape),
  models: some<Model>(ModelShape.extend({ id })),
  policies: some<Policy>(PolicyShape.extend({ id })),
  extractors: some<Extractor>(
    z.object({ id, about: z.string(), extract: method<Extractor['extract']>(), write: method<Extractor['write']>() }),
  ),
  formats: some<ReportFormat>(z.object({ id, about: z.string(), render: method<ReportFormat['render']>() })),
});
export type Exports = z.infer<typeof Exports>;
