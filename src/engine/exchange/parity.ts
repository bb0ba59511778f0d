import { mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Dataset, type Figures, type OfficialScorer, type Protocol, SextantError } from '../../contracts/index.ts';
import { type Env, runPythonScript } from '../../host/index.ts';
import { at } from '../../util/index.ts';
import type { ScoredRun } from '../score/summarise.ts';
import { exportRun } from './export.ts';

export interface ParityOptions {
  scored: ScoredRun;
  protocol: Protocol;
  dataset: Dataset;
  /** The repository with the official scorer. */
  repo: string;
  python?: string;
  env: Env;
  /** For each start of Python. */
  timeoutMs: number;
  signal?: AbortSignal;
}

/** One number, by both. */
export interface ParityRow {
  name: string;
  ours: number | null;
  theirs: number | null;
  /** Ours minus theirs; null where either is missing. */
  difference: number | null;
  same: boolean;
}

export interface ParityReport {
  scorer: OfficialScorer;
  rows: ParityRow[];
  /** Units that ended in an error, written as the authors record a failed request. */
  errors: number;
  /** Last words of scripts that ended with an exception. */
  exceptions: string[];
}

/** Has the authors' own scorer judge a run's answers, and lays its numbers beside ours. */
export async function checkParity(opts: ParityOptions): Promise<ParityReport> {
  const { scored, dataset, protocol } = opts;
  const repo = resolve(opts.repo);
  const scorer = await findScorer(opts, repo);
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'sextant-parity-')));
  try {
    const model = scorer.modelName?.(protocol);
    const { files, errors } = await exportRun({
      scored,
      dataset,
      format: scorer.format,
      dir: join(dir, 'outputs'),
      epoch: 0,
      ...(model !== undefined && { model }),
    });
    const theirs: Figures = {};
    const exceptions: string[] = [];
    for (const call of await scorer.prepare({ dir, repo, files, dataset })) {
      const { code, stdout, stderr } = await runPythonScript({ ...opts, args: call.args, cwd: dir });
      if (code !== 0) exceptions.push(lastWords(stderr, scorer, opts));
      Object.assign(theirs, call.read(stdout));
    }
    const ours = scorer.ours(scored.units.filter(({ epoch }) => epoch === 0));
    return { scorer, rows: compare(ours, theirs), errors, exceptions };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The scorer that follows the run's protocol and is in that repository. */
async function findScorer({ scored, protocol }: ParityOptions, repo: string): Promise<OfficialScorer> {
  const known = (await scored.benchmark.scorersOfOthers?.()) ?? [];
  const fitting = known.filter((scorer) => scorer.fits(protocol));
  if (fitting.length === 0) {
    const ids = scored.benchmark.protocols.filter((one) => known.some((scorer) => scorer.fits(one)));
    throw new SextantError('bad_argument', `no official scorer is known that reads answers as ${protocol.id} does`, {
      ...(ids.length > 0 && { fix: `name another with --protocol: ${ids.map(({ id }) => id).join(', ')}` }),
    });
  }
  const found = fitting.find(({ script }) => statSync(join(repo, script), { throwIfNoEntry: false })?.isFile());
  if (found) return found;
  const wanted = fitting.map(({ script, repository }) => `${script} of ${repository}`).join(', or ');
  throw new SextantError(
    'bad_argument',
    `this is not the repository of the official scorer: it should have ${wanted}`,
    {
      where: repo,
      fix: fitting.map(({ repository }) => `git clone ${repository}`).join(', or '),
    },
  );
}

function compare(ours: Figures, theirs: Figures): ParityRow[] {
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  return names.map((name) => {
    const [our, their] = [ours[name] ?? null, theirs[name] ?? null];
    const difference = our === null || their === null ? null : our - their;
    return { name, ours: our, theirs: their, difference, same: our === their };
  });
}

/** What a traceback ends with. A package that is not installed is no result, but something to mend. */
function lastWords(stderr: string, { packages, script }: OfficialScorer, { python, env }: ParityOptions): string {
  const last = at(stderr.trimEnd().split('\n'), -1).slice(0, 500);
  if (!/^(ModuleNotFoundError|ImportError)\b/.test(last)) return `${script} ended with an exception: ${last}`;
  const program = python ?? env.SEXTANT_PYTHON ?? 'python3';
  throw new SextantError('bad_config', `${script} cannot be run by ${program}: ${last}`, {
    fix: `${program} -m pip install ${packages.join(' ')}, or name another Python with --python`,
  });
}
