import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Summary } from '../contracts/index.ts';
import { sha256 } from '../files/index.ts';
import { canonicalJson } from '../util/index.ts';
import { packRuns } from './pack.ts';
import { RunCatalog } from './run-catalog.ts';
import { newFolder, tinyRun } from './testing/runs.ts';

const openData = async () => undefined;

/** A run of twelve, of which the journal says 12.5 % or so, and what its summary said when it was made. */
async function honestRun() {
  const folder = await tinyRun({ folder: join(newFolder(), 'run'), count: 12 });
  const path = join(folder, 'summary.json');
  const honest: Summary = JSON.parse(readFileSync(path, 'utf8'));
  expect(honest.metrics[0]?.value).toBeLessThan(0.5);
  return { folder, path, honest };
}

/** What a lazy forger does, and one who knows how a summary is bound. */
function forge(path: string, { sealed }: { sealed: boolean }): void {
  const { of, ...summary } = JSON.parse(readFileSync(path, 'utf8'));
  summary.metrics[0].value = 0.999;
  const { summary: before, ...rest } = of;
  const own = sealed ? sha256(canonicalJson({ ...summary, of: rest })) : before;
  const { atime, mtime } = statSync(path);
  writeFileSync(path, JSON.stringify({ ...summary, of: { ...rest, summary: own } }));
  utimesSync(path, atime, mtime);
}

async function shown(folder: string) {
  const catalog = new RunCatalog([folder], openData);
  const [head] = await catalog.heads();
  await catalog.close();
  return head?.summary;
}

const withoutOf = ({ of: _, ...summary }: Summary) => summary;

it('an edited summary.json is not believed: neither by the list of runs nor by a pack', async () => {
  const { folder, path, honest } = await honestRun();
  forge(path, { sealed: false });
  expect(await shown(folder)).toEqual(withoutOf(honest));
  const { runs } = await packRuns({ roots: [folder], out: join(folder, '../runs.zip'), openData });
  expect(runs[0]?.summary).toEqual(withoutOf(honest));
});

it('edited with all its hashes, it deceives the list alone: what is opened or packed is computed', async () => {
  const { folder, path, honest } = await honestRun();
  forge(path, { sealed: true });
  expect((await shown(folder))?.metrics[0]?.value).toBe(0.999);
  const { runs } = await packRuns({ roots: [folder], out: join(folder, '../runs.zip'), openData });
  expect(runs[0]?.summary).toEqual(withoutOf(honest));
  const catalog = new RunCatalog([folder], openData);
  const [id = ''] = catalog.folders().keys();
  await catalog.run(id);
  expect((await catalog.head(id)).summary).toEqual(withoutOf(honest));
  await catalog.close();
});

it('a journal that was edited under an open list is noticed, even with its old time', async () => {
  const { folder, honest } = await honestRun();
  const catalog = new RunCatalog([folder], openData);
  expect((await catalog.heads())[0]?.summary).toEqual(withoutOf(honest));
  const path = join(folder, 'events.ndjson');
  const { atime, mtime } = statSync(path);
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"text":"A"', '"text":"B"'));
  utimesSync(path, atime, mtime);
  const [head] = await catalog.heads();
  await catalog.close();
  expect(head?.summary?.digest).toMatch(/^[0-9a-f]{64}$/);
  expect(head?.summary?.digest).not.toBe(honest.digest);
});

it('a run without a summary, or with one of an older version, is scored', async () => {
  const { folder, path, honest } = await honestRun();
  rmSync(path);
  const catalog = new RunCatalog([folder], openData);
  const [first] = await catalog.heads();
  expect(first?.summary).toEqual(withoutOf(honest));
  writeFileSync(path, JSON.stringify({ ...withoutOf(honest), metrics: [] }));
  expect((await catalog.heads())[0]?.summary).toEqual(withoutOf(honest));
  await catalog.close();
});
