import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SextantError } from '../contracts/index.ts';
import { formatRegistry, render, reportTables } from '../report/index.ts';
import { RunCatalog } from './run-catalog.ts';
import { append, newFolder, tinyRun } from './testing/runs.ts';

const root = newFolder();
const folder = join(root, 'odd');
const [events, runFile] = [join(folder, 'events.ndjson'), join(folder, 'run.json')];
let intact: { events: string; run: string };

beforeAll(async () => {
  await tinyRun({ folder: join(root, 'fine'), count: 2 });
  await tinyRun({ folder, count: 2, says: () => '(0.5, 0.5)' });
  rmSync(join(folder, 'summary.json'));
  const at = '2026-01-02T03:04:05.678Z';
  const tried = { event: 'attempt', unit: 's1-000000', attempt: 2, at, ms: 12 } as const;
  const usage = { inputTokens: 10, outputTokens: 5, reasoningTokens: 1 };
  const acting = { calls: 3, meanMs: 1.5, maxMs: 4, meanCommands: 2 };
  append(
    folder,
    { event: 'session', at, id: 'second' },
    { event: 'problem', unit: 's1-000001', at, message: 'its picture is damaged' },
    { ...tried, epoch: 1, final: true, error: { kind: 'server', message: 'no', status: 500 } },
    { ...tried, epoch: 0, final: false, reply: { text: 'hm', finish: 'other', usage, acting } },
    { ...tried, epoch: 0, final: true, reply: { text: '(0.1, 0.2)', finish: 'stop', usage, acting } },
  );
  const price = '"price": { "input": 1, "output": 2, "note": "" }';
  intact = {
    events: readFileSync(events, 'utf8'),
    run: readFileSync(runFile, 'utf8').replace('"price": null', price),
  };
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What no writer of ours writes; after `RAW`, how it looks in the file. */
const odd: readonly unknown[] = [
  ...[undefined, null, '', 'yesterday', '__proto__', {}, -1, 1e308, 'RAW1e999', 'RAW-1e999'],
  ...['+275760-09-13T00:00:00.000Z', '+999999-01-01T00:00:00Z'],
];

/** The same text with every odd value in the place of every field. */
function* mutations(text: string): Generator<string> {
  const whole: unknown = JSON.parse(text);
  for (const path of pathsIn(whole))
    for (const value of odd) yield JSON.stringify(put(whole, path, value)).replaceAll(/"RAW([^"]*)"/g, '$1');
}

function* pathsIn(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* pathsIn(inner, [...path, key]);
}

function put(whole: unknown, [key = '', ...rest]: readonly string[], value: unknown): unknown {
  const inner = (old: unknown) => (rest.length === 0 ? value : put(old, rest, value));
  if (Array.isArray(whole)) return whole.map((old, at) => (String(at) === key ? inner(old) : old));
  const fields = Object.entries(Object(whole)).map(([name, old]) => [name, name === key ? inner(old) : old]);
  return Object.fromEntries(fields);
}

/** Numbers that JSON has not. */
function* noNumbers(value: unknown, path = ''): Generator<string> {
  if (typeof value === 'number' && !Number.isFinite(value)) yield `${path}: ${value}`;
  if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* noNumbers(inner, `${path}.${key}`);
}

/** Reads the odd run in every way: nothing but our own errors, and nothing but numbers. The other run stays as it is. */
async function readAll(label: string): Promise<void> {
  const catalog = new RunCatalog([root], async () => undefined);
  const [heads, broken] = [await catalog.heads(), catalog.broken()];
  expect([...noNumbers(heads)], label).toEqual([]);
  expect([...heads, ...broken].map(({ name }) => name).sort(), label).toEqual(['fine', 'odd']);
  const [id = ''] = [...catalog.folders()].find(([, path]) => path === folder) ?? [];
  try {
    const { stored } = await catalog.run(id);
    expect([...noNumbers([...stored.rows()])], label).toEqual([]);
    // What a problem says of a value is another matter.
    const tables = reportTables([{ run: 'odd', summary: { ...stored.summary(), problems: [] } }]);
    for (const { id } of formatRegistry.all()) expect(render(tables, id), label).not.toMatch(/NaN|Infinity/);
  } catch (error) {
    if (!(error instanceof SextantError)) throw new Error(label, { cause: error });
  }
  await catalog.close();
}

async function listed() {
  const catalog = new RunCatalog([root], async () => undefined);
  const found = { heads: await catalog.heads(), broken: catalog.broken() };
  await catalog.close();
  return found;
}

// Generous limits: these read a run two thousand times.
const limit = 300_000;

test(
  'no odd value in any field of any line takes down a list or a report',
  async () => {
    writeFileSync(runFile, intact.run);
    const lines = intact.events.trimEnd().split('\n');
    // One line of each shape.
    const shapes = new Map(lines.map((line, at) => [[...pathsIn(JSON.parse(line))].join(), at]));
    expect(shapes.size).toBeGreaterThanOrEqual(9);
    for (const at of shapes.values())
      for (const mutated of mutations(lines[at] ?? '')) {
        writeFileSync(events, `${lines.with(at, mutated).join('\n')}\n`);
        await readAll(`${mutated} instead of ${lines[at]}`);
      }
  },
  limit,
);

test(
  'nor in any field of what was asked',
  async () => {
    writeFileSync(events, intact.events);
    for (const mutated of mutations(intact.run)) {
      writeFileSync(runFile, mutated);
      await readAll(mutated);
    }
  },
  limit,
);

test('an answer of "yesterday" counts, its time does not, and the report says so', async () => {
  writeFileSync(runFile, intact.run);
  writeFileSync(events, intact.events.replaceAll(/"at":"[^"]*"/g, '"at":"yesterday"'));
  const head = (await listed()).heads.find(({ name }) => name === 'odd');
  expect(head?.summary).toMatchObject({ seconds: 0, outcomes: { answered: 1, unparsed: 1 } });
  expect(head?.summary?.problems).toContainEqual(expect.stringContaining('"yesterday" is not a time'));
});

test('a run with a lock that is none is listed as broken, by name, and not left out', async () => {
  const broken = join(root, 'broken');
  cpSync(join(root, 'fine'), broken, { recursive: true });
  mkdirSync(join(broken, 'lock'));
  const found = await listed();
  rmSync(broken, { recursive: true });
  expect(found.broken).toMatchObject([{ name: 'broken', problem: expect.stringContaining('lock') }]);
  expect(found.heads.map(({ name }) => name)).toEqual(['fine', 'odd']);
});
