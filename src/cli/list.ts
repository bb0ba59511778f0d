import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, type Command } from 'commander';
import { listModels, policies, policyRegistry } from '../contestants/index.ts';
import { messageOf } from '../contracts/index.ts';
import { benchmarkRegistry, formatsOf, hashOf, runFormats, suites } from '../engine/index.ts';
import { extractorRegistry } from '../extract/index.ts';
import type { Table } from '../report/index.ts';
import { isRunFolder, readRunFile } from '../store/index.ts';
import { assignments } from '../util/index.ts';
import { abouts } from './abouts.ts';
import { printJson } from './output.ts';
import { printTables } from './show.ts';
import { type ModuleFlags, placeOf } from './use.ts';
import { verb } from './verb.ts';

/** What can be listed, each as plain rows. */
const lists: Record<string, (flags: ModuleFlags) => Promise<Record<string, string>[]>> = {
  benchmarks: async () =>
    benchmarkRegistry.all().map(({ id, title, about, needsData, args }) => ({
      id,
      title,
      about,
      data: needsData ? 'needs --data' : 'made here',
      options: assignments(args),
    })),
  suites: async () => Object.entries(suites).map(([id, { about }]) => ({ id, about })),
  protocols: async () =>
    // Two benchmarks may share a protocol.
    [
      ...new Map(
        benchmarkRegistry
          .all()
          .flatMap(({ protocols }) => protocols)
          .map((protocol) => [protocol.id, protocol]),
      ).values(),
    ].map((protocol) => ({
      id: protocol.id,
      about: protocol.about,
      extractor: protocol.extractor,
      scorer: protocol.scorer,
      hash: hashOf(protocol),
    })),
  models: async (flags) =>
    (await listModels(placeOf(flags))).map(({ id, about, keyEnv, hasKey, missingKey }) => ({
      id,
      about,
      key:
        keyEnv.length === 0
          ? ''
          : `${keyEnv.join(' or ')} (${hasKey ? 'set' : missingKey ? 'needed, not set' : 'not needed'})`,
    })),
  policies: async () => [
    ...policies.map(({ id, about }) => ({ id, about })),
    ...policyRegistry.all().map(({ id, file }) => ({ id, about: `of ${file}` })),
    { id: './my-policy.ts', about: 'a policy of your own: see examples/my-policy.ts' },
    { id: 'python:<file>.py', about: 'a policy in Python: deploy_policy.py, or a class of your own' },
    { id: 'ws://<host>:<port>', about: 'a policy server; --dialect names its protocol' },
  ],
  extractors: async () => extractorRegistry.all().map(({ id, about }) => ({ id, about })),
  formats: async () => [
    ...Object.entries(runFormats).map(([id, { about }]) => ({ id, benchmark: 'all', about, use: 'write' })),
    ...benchmarkRegistry.all().flatMap((benchmark) =>
      Object.entries(formatsOf(benchmark)).map(([id, { about, read, write }]) => ({
        id,
        benchmark: benchmark.id,
        about,
        use: [...(read ? ['read'] : []), ...(write ? ['write'] : [])].join(', '),
      })),
    ),
  ],
  runs: async () => listRuns('runs'),
};

export function listVerb(): Command {
  return verb('list', abouts.list.about, ['sextant list', 'sextant list protocols'])
    .addArgument(new Argument('[what]', 'only this').choices(Object.keys(lists)))
    .action(async (what: string | undefined, flags: { json?: true } & ModuleFlags) => {
      const chosen = Object.entries(lists).filter(([name]) => what === undefined || name === what);
      const found: Record<string, Record<string, string>[]> = {};
      for (const [name, rows] of chosen) found[name] = await rows(flags);
      if (flags.json) printJson(found);
      else printTables(Object.entries(found).map(([name, rows]) => toTable(name, rows)));
    });
}

function toTable(title: string, rows: Record<string, string>[]): Table {
  const names = Object.keys(rows[0] ?? {});
  return {
    title,
    columns: names.map((name) => ({ name, align: 'left', ...(name === 'id' ? { whole: true } : {}) })),
    rows: rows.map((row) =>
      names.map((name) => (name === 'hash' ? (row[name]?.slice(0, 8) ?? null) : (row[name] ?? null))),
    ),
    notes: rows.length === 0 ? ['none yet'] : [],
  };
}

function listRuns(dir: string): Record<string, string>[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .sort()
    .map((name) => join(dir, name))
    .filter(isRunFolder)
    .map((run) => {
      try {
        const { spec, createdAt } = readRunFile(run);
        return { run, benchmark: spec.benchmark, model: spec.model.id, protocol: spec.protocol.id, created: createdAt };
      } catch (error) {
        return { run, benchmark: '', model: '', protocol: '', created: messageOf(error) };
      }
    });
}
