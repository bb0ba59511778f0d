import type { Command } from 'commander';
import { type Benchmark, type Protocol, SextantError } from '../contracts/index.ts';
import { checkParity, findProtocol, openStored, type ParityReport, type ParityRow } from '../engine/index.ts';
import type { Table } from '../report/index.ts';
import { plural } from '../util/index.ts';
import { abouts } from './abouts.ts';
import { environment, openDataset } from './dataset.ts';
import { printJson, say } from './output.ts';
import { printTables } from './show.ts';
import { number, verb } from './verb.ts';

interface Flags {
  repo: string;
  data?: string;
  protocol?: string;
  python?: string;
  timeout: number;
  json?: true;
}

export function parityVerb(): Command {
  return verb('parity', abouts.parity.about, [
    'sextant parity runs/mine --data RefSpatial-Bench --repo ../RoboRefer',
    'sextant parity runs/mine --data MMSI-Bench --repo ../VLMEvalKit --protocol mmsi/easi --python venv/bin/python',
  ])
    .argument('<run>', 'a run folder')
    .requiredOption('--repo <dir>', 'a copy of the repository that the official scorer is in')
    .option('--data <dir>', 'folder with the benchmark’s files')
    .option('--protocol <id>', 'a recipe other than the run’s own')
    .option('--python <program>', 'the Python to use; otherwise SEXTANT_PYTHON, else python3')
    .option('--timeout <seconds>', 'for each start of their scorer', number(1), 600)
    .action(async (run: string, flags: Flags) => {
      const scored = await openStored(run, flags.protocol);
      const { benchmark, summary } = scored;
      const dataset = await openDataset(benchmark, scored.run.spec.args, flags.data);
      // Whatever ends us, the folder made for the scorer goes first.
      const stop = new AbortController();
      const onSignal = () => stop.abort();
      process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
      try {
        const report = await checkParity({
          scored,
          dataset,
          repo: flags.repo,
          env: await environment(),
          signal: stop.signal,
          protocol: findProtocol(benchmark, summary.protocol.id),
          timeoutMs: flags.timeout * 1000,
          ...(flags.python !== undefined && { python: flags.python }),
        });
        show(run, benchmark, summary.protocol.id, report, flags);
      } finally {
        process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
      }
    });
}

function show(
  run: string,
  { protocols }: Benchmark,
  protocol: string,
  { scorer, rows, errors, exceptions }: ParityReport,
  { json }: Flags,
): void {
  const differing = rows.filter(({ same }) => !same);
  if (rows.every(({ theirs }) => theirs === null))
    throw new SextantError(
      'bad_data',
      `the official scorer gave no number: ${exceptions.join('; ') || 'it said nothing'}`,
      {
        where: scorer.script,
        fix: `this was tried with ${scorer.repository} at ${scorer.commit.slice(0, 7)}`,
      },
    );
  const notes = [
    ...exceptions,
    ...(errors > 0
      ? [`${plural(errors, 'unit')} ended in an error: written as the authors record a failed request`]
      : []),
  ];
  if (json) {
    const { repository, script } = scorer;
    printJson({ run, protocol, repository, script, errors, exceptions, rows, same: differing.length === 0 });
  } else printTables([tableOf(`${run} by ${scorer.about}, under ${protocol}`, rows, notes)]);
  say(
    differing.length === 0
      ? `${plural(rows.length, 'number')}: all the same`
      : `${differing.length} of ${plural(rows.length, 'number')} differ${laterThan(protocol, protocols)}`,
  );
  if (differing.length > 0) process.exitCode = 1;
}

/** A later version of the protocol may be nearer to what the scorer sees: a reply that passed through a spreadsheet, for one. */
function laterThan(protocol: string, protocols: readonly Protocol[]): string {
  const later = protocols.findLast(({ id }) => id.startsWith(`${protocol}@`));
  return later === undefined ? '' : `; try --protocol ${later.id}: ${later.about}`;
}

function tableOf(title: string, rows: readonly ParityRow[], notes: string[]): Table {
  const cell = (value: number | null) => (value === null ? 'none' : { text: String(value), value });
  return {
    title,
    columns: [
      { name: 'number', align: 'left', whole: true },
      { name: 'ours', align: 'right' },
      { name: 'theirs', align: 'right' },
      { name: 'difference', align: 'right' },
    ],
    rows: rows.map(({ name, ours, theirs, difference, same }) => [
      name,
      cell(ours),
      cell(theirs),
      difference === null ? (same ? 'both end here' : 'one has none') : cell(difference),
    ]),
    notes,
  };
}
