import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';

const script = join(import.meta.dirname, 'check-imports.ts');
const rooms = {
  contracts: [],
  stats: ['contracts'],
  benchmarks: ['contracts', 'stats'],
  cli: ['contracts', 'benchmarks'],
  public: ['contracts'],
  web: ['stats'],
};
/** Uses everything that is allowed. */
const usual = {
  'stats/usual.ts': "import '../contracts/index.ts';",
  'benchmarks/usual.ts': "import '../contracts/index.ts'; import '../stats/index.ts';",
  'cli/usual.ts': "import '../contracts/index.ts'; import '../benchmarks/index.ts';",
  'index.ts': "import './contracts/index.ts';",
  '../web/usual.tsx': "import '../src/stats/pure.ts';",
};
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Runs the script on a small tree of files below src/, beside the usual ones. */
function check(given: Record<string, string>, others: Record<string, string> = usual) {
  const files = { ...others, ...given };
  const root = mkdtempSync(join(tmpdir(), 'check-imports-'));
  folders.push(root);
  writeFileSync(join(root, 'imports.json'), JSON.stringify(rooms));
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(root, 'src', path)), { recursive: true });
    writeFileSync(join(root, 'src', path), source);
  }
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  return { status, lines: stderr.trimEnd().split('\n') };
}

test('what is allowed passes', () => {
  const { status, lines } = check({
    'contracts/index.ts': "export * from './a.ts';",
    'contracts/a.ts': "import { z } from 'zod';",
    'contracts/a.test.ts': "import 'node:fs'; import '../cli/main.ts';",
    'stats/mean.ts': "import { type A } from '../contracts/index.ts'; import table from '../contracts/table.json';",
    'stats/testing/tree.ts': "import '../../cli/main.ts';",
    'benchmarks/index.ts': "import { a } from './a/index.ts'; import { b } from './b/index.ts';",
    'benchmarks/a/index.ts': "import { load } from './load.ts'; import '../choice.ts'; import '../qa/sample.ts';",
    'benchmarks/qa/sample.ts': "import '../choice.ts';",
    'benchmarks/b/index.ts': "import 'node:fs';",
    'cli/main.ts': "import '../benchmarks/index.ts'; import about from '../../package.json';",
  });
  expect(lines).toEqual(['15 files keep to imports.json.']);
  expect(status).toBe(0);
});

test('what is not allowed is found, with its place and what would be right', () => {
  const { status, lines } = check({
    'attic/a.ts': '',
    'benchmarks/a/load.ts': "import '../b/load.ts';\nimport '../index.ts';",
    'benchmarks/choice.ts': "import './b/index.ts';",
    'benchmarks/qa/sample.ts': "import '../b/index.ts';",
    'cli/a.ts': "import '../contracts/run.ts';\nimport '../../bench/main.ts';\nimport './testing/tree.ts';",
    'contracts/a.ts': "type A = import('../stats/index.ts').A;\nimport sharp from 'sharp';",
    'main.ts': '',
    'robot.ts': "import './stats/index.ts';",
    'cli/b.ts': "import '../index.ts';",
    'stats/a.ts': "\nimport '../cli/index.ts';\nexport * from '../cli/index.ts';\nawait import('node:fs');",
  });
  const browser = 'util, contracts, extract, stats run in the browser: no Node, sharp, undici';
  expect(lines).toEqual([
    'src/attic/a.ts:1  room "attic" is missing from imports.json (rooms are contracts, stats, benchmarks, cli, public, web)',
    'src/benchmarks/a/load.ts:1  a imports benchmark b (only benchmarks/index.ts imports benchmarks)',
    'src/benchmarks/a/load.ts:2  a imports the registry (only benchmarks/index.ts imports benchmarks)',
    'src/benchmarks/choice.ts:1  benchmarks/choice.ts imports benchmark b (only benchmarks/index.ts imports benchmarks)',
    'src/benchmarks/qa/sample.ts:1  benchmarks/qa/sample.ts imports benchmark b (only benchmarks/index.ts imports benchmarks)',
    'src/cli/a.ts:1  reaches into contracts: contracts/run.ts (other rooms are imported through contracts/index.ts or contracts/pure.ts)',
    'src/cli/a.ts:2  leaves src/ for ../bench/main.ts (only JSON files outside src/)',
    'src/cli/a.ts:3  imports test code, cli/testing/tree.ts (only tests import test code)',
    'src/cli/b.ts:1  cli imports public (cli may import contracts, benchmarks)',
    'src/contracts/a.ts:1  contracts imports stats (contracts may import no other room)',
    `src/contracts/a.ts:2  contracts imports sharp (${browser})`,
    'src/main.ts:1  belongs to no room (rooms are contracts, stats, benchmarks, cli, public, web)',
    'src/robot.ts:1  public imports stats (public may import contracts)',
    'src/stats/a.ts:2  stats imports cli (stats may import contracts)',
    'src/stats/a.ts:3  stats imports cli (stats may import contracts)',
    `src/stats/a.ts:4  stats imports node:fs (${browser})`,
    '16 problems with imports.',
  ]);
  expect(status).toBe(1);
});

test('the page may not reach test code, its own or that of src/; its tests may', () => {
  const { status, lines } = check({
    '../web/page.tsx': "import './parts/list.tsx';\nimport { hostile } from './testing/hostile.ts';",
    '../web/parts/list.tsx': "import('../../src/stats/testing/tree.ts');",
    '../web/page.test.ts': "import './testing/hostile.ts';",
    '../web/testing/hostile.ts': "import '../../src/stats/testing/tree.ts';",
  });
  expect(lines).toEqual([
    'web/page.tsx:2  imports test code, web/testing/hostile.ts (only tests import test code)',
    'web/parts/list.tsx:1  imports test code, stats/testing/tree.ts (only tests import test code)',
    '2 problems with imports.',
  ]);
  expect(status).toBe(1);
});

test('comments and strings are not imports', () => {
  const source = "// import '../cli/a.ts'\nconst a = `import '../cli/a.ts'`; const b = \"from '../cli/a.ts'\";";
  expect(check({ 'stats/a.ts': source }).status).toBe(0);
});

test('the page comes in by the doors of rooms, and what nobody imports is not allowed either', () => {
  const { 'cli/usual.ts': _, ...others } = usual;
  const page = "import '../src/stats/mean.ts';\nimport '../src/cli/index.ts';\nimport '../src/stats/index.ts';";
  expect(check({ '../web/page.tsx': page }, others).lines).toEqual([
    'web/page.tsx:1  reaches into stats: stats/mean.ts (other rooms are imported through stats/index.ts or stats/pure.ts)',
    'web/page.tsx:2  web imports cli (web may import stats)',
    'imports.json  cli does not import contracts: allow what is used and no more',
    'imports.json  cli does not import benchmarks: allow what is used and no more',
    '4 problems with imports.',
  ]);
});
