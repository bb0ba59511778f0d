// Runs built-in policies on all robot suites and writes docs/rsb-results.md. Usage:
// node scripts/write-rsb-results.ts [--gsm8k DIR] [--mmlu DIR] [policy/expert=500 …]; resumes what it finds in runs/rsb-results.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { publishedBenchmarks } from '../src/benchmarks/index.ts';
import { policies } from '../src/contestants/index.ts';
import type { Metric, Summary } from '../src/contracts/index.ts';
import { at } from '../src/util/index.ts';

const root = join(import.meta.dirname, '..');
const { values: sources, positionals } = parseArgs({
  options: { gsm8k: { type: 'string' }, mmlu: { type: 'string' } },
  allowPositionals: true,
});
const wanted = positionals.length > 0 ? positionals : policies.map(({ id }) => `${id}=100`);

const rows: string[] = [];
let caution = '';
for (const each of wanted) {
  const [policy = '', episodes = '100'] = each.split('=');
  for (const { id: suite, dataId, openWorld } of publishedBenchmarks) {
    const source = dataId === 'gsm8k' || dataId === 'mmlu' ? sources[dataId] : undefined;
    if (!openWorld || (dataId !== undefined && source === undefined)) continue;
    const out = join(root, 'runs/rsb-results', suite, policy.replace('/', '-'));
    const files = source === undefined ? [] : ['--source', source];
    const args = ['run', `${suite}:episodes=${episodes}`, '--policy', policy, '--out', out, '--json', ...files];
    const { stdout, status } = spawnSync(join(root, 'bin/sextant'), args, { stdio: ['ignore', 'pipe', 'inherit'] });
    if (status !== 0) throw new Error(`${args.join(' ')} failed`);
    const { summary }: { summary: Summary } = JSON.parse(at(stdout.toString().trim().split('\n'), -1));
    caution = summary.caution ?? caution;
    rows.push(`| ${policy} | ${suite} | ${summary.units} | ${summary.metrics.map(cell).join(' | ')} |`);
    writeTable();
  }
}

function cell({ value, low, high }: Metric): string {
  if (value === null || low === null || high === null) return 'undefined';
  const percent = (share: number) => (100 * share).toFixed(1);
  return `${percent(value)} [${percent(low)}, ${percent(high)}]`;
}

/** After every run, so that a table is there however far one gets. */
function writeTable(): void {
  writeFileSync(
    join(root, 'docs/rsb-results.md'),
    `# What the built-in policies score

Evaluation seed 0, in percent with 95 % intervals; rates by Wilson, normalised
semantic grounding (nSG) by clusters. TSR is the task success rate, GSR the grasp success rate. Measured by us; written by
\`node scripts/write-rsb-results.ts\`. ${caution}

| policy | suite | episodes | first-choice success | first-choice grasp | first-choice nSG | the same, all episodes | official TSR | official GSR | official nSG |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}
`,
  );
}
