import { join } from 'node:path';
import { stringify } from 'yaml';
import { SextantError } from '../../../contracts/index.ts';
import { writeFileAtomic } from '../../../files/index.ts';
import { type RunFormat, requireComplete } from './run-format.ts';

/** What a model's repository on the hub says about its results: the headline, in percent, with what it takes to check it. */
export const huggingFaceResults: RunFormat = {
  about: 'a `.eval_results/*.yaml` for the model’s repository on the Hugging Face hub',
  async write({ scored }, dir) {
    requireComplete(scored, 'a results file');
    const { benchmark, summary, run, folder } = scored;
    const { limit, only } = run.spec.select;
    if (limit !== undefined || only !== undefined)
      throw new SextantError(
        'bad_run',
        `only some questions of ${benchmark.id} were asked, and the hub shows one number for all`,
        {
          where: folder,
          fix: 'ask all of them, or export it as every-eval-ever or inspect',
        },
      );
    const [source] = benchmark.sources ?? [];
    const [headline] = summary.metrics;
    if (!source)
      throw new SextantError('bad_run', `${benchmark.id} is not a data set on the hub`, {
        where: folder,
        fix: 'export it as every-eval-ever or inspect',
      });
    if (!headline || headline.value === null)
      throw new SextantError('bad_run', 'this run has no score', { where: folder });
    const interval =
      headline.low === null || headline.high === null
        ? ''
        : `, 95 % interval ${percent(headline.low)} to ${percent(headline.high)} (${headline.method})`;
    const digest = summary.digest === undefined ? '' : `, run digest ${summary.digest}`;
    // A branch says nothing a year later; the hash of the data is in the notes.
    const isCommit = /^[0-9a-f]{40}$/.test(source.revision);
    const entry = {
      dataset: { id: source.repo, task_id: benchmark.id, ...(isCommit && { revision: source.revision }) },
      value: percent(headline.value),
      date: run.createdAt.slice(0, 10),
      notes: `${headline.name} in percent, n = ${headline.n}${interval}; protocol ${summary.protocol.id} #${summary.protocol.hash}; data sha256 ${summary.data.sha256}${digest}; measured with Sextant ${run.versions.sextant ?? ''}`,
    };
    const path = join(dir, '.eval_results', `${benchmark.id.replaceAll(/[^\w.-]+/g, '-')}.yaml`);
    // By YAML 1.1, as Python reads it: without quotes a date would be no text there.
    writeFileAtomic(path, stringify([entry], { lineWidth: 0, version: '1.1' }));
    return [path];
  },
};

function percent(value: number): number {
  return Math.round(value * 1e4) / 100;
}
