import type { Command } from 'commander';
import { isSameData, SextantError } from '../contracts/index.ts';
import { auditLabels, findBenchmark, findProtocol, openStored, type ScoredRun, wordShortcut } from '../engine/index.ts';
import { isAboveChance, oneLine, percent, scoreWords, type Table } from '../report/index.ts';
import { count, plural } from '../util/index.ts';
import { abouts } from './abouts.ts';
import { openDataset } from './dataset.ts';
import { printJson, say } from './output.ts';
import { printTables } from './show.ts';
import { verb, whole } from './verb.ts';

interface Flags {
  data?: string;
  protocol?: string;
  folds: number;
  json?: true;
}

export function auditVerb(): Command {
  return verb('audit', abouts.audit.about, ['sextant audit tiny:count=40', 'sextant audit mmsi runs/a runs/b runs/c'])
    .argument('<benchmark>', 'what is audited: mmsi, tiny:count=40 …')
    .argument('[run...]', 'runs of it by good models, whose agreement against a label is a reason to look')
    .option('--data <dir>', 'folder with the benchmark’s files')
    .option('--protocol <id>', 'the recipe whose words and scoring are taken; by default the authors’ own')
    .option('--folds <n>', 'parts in turn answered by a learner that read the others', whole(2), 5)
    .action(async (name: string, folders: string[], { data, protocol: id, folds, json }: Flags) => {
      const { benchmark, args } = findBenchmark(name);
      const protocol = findProtocol(benchmark, id, 'model');
      // What is said is no answer there: a learner of words would always be wrong, and no shortcut ever found.
      if (protocol.act)
        throw new SextantError('bad_argument', `${name} is acted, not answered in words`, {
          fix: 'audit a benchmark that is answered; for robot suites, `sextant rsb questions audit` measures their questions',
        });
      const runs: ScoredRun[] = [];
      for (const folder of folders) {
        const run = await openStored(folder);
        if (run.benchmark.id !== benchmark.id)
          throw new SextantError('bad_argument', `${folder} is a run of ${run.benchmark.id}, not of ${name}`, {
            fix: 'name runs of the benchmark that is audited',
          });
        runs.push(run);
      }
      const dataset = await openDataset(benchmark, args, data);
      const other = runs.find(({ run }) => !isSameData(run.spec.data, dataset));
      if (other)
        throw new SextantError(
          'bad_argument',
          `${other.folder} was made on other data: ${other.run.spec.data.source}`,
          {
            where: name,
            fix: 'name runs of these questions, or the benchmark with the arguments that they were made with',
          },
        );
      if (!json) say(`reading ${plural(dataset.ids.length, 'question')}, teaching a learner that sees nothing …`);
      const words = await wordShortcut({ benchmark, dataset, protocol, folds });
      const labels = runs.length > 0 ? auditLabels(runs) : undefined;
      if (json) return printJson({ benchmark: benchmark.id, protocol: protocol.id, words, ...(labels && { labels }) });
      const questions = new Map<string, string>();
      for (const { id } of labels?.doubted ?? []) {
        const index = dataset.ids.indexOf(id);
        if (index >= 0) questions.set(id, oneLine(benchmark.show(await dataset.sample(index)).question));
      }
      if (labels) printTables([labelTable(labels, questions)]);
      const { metric } = words;
      const chance = metric.chance === undefined ? '' : `, chance ${percent(metric.chance)}`;
      const above = isAboveChance(metric);
      const verdict =
        above === undefined
          ? ''
          : above
            ? ' The words alone tell more than chance does.'
            : ' No shortcut in the words was found.';
      process.stdout.write(
        `\nWords alone (${folds} folds, ${plural(dataset.ids.length, 'question')}, no picture): ${scoreWords(metric)}${chance}.${verdict}\n`,
      );
    });
}

function labelTable(
  { heard, left, doubted }: ReturnType<typeof auditLabels>,
  questions: ReadonlyMap<string, string>,
): Table {
  return {
    title: 'Labels worth a look',
    columns: [
      { name: 'id', align: 'left', whole: true },
      { name: 'question', align: 'left' },
      { name: 'they say', align: 'left', whole: true },
      { name: 'agree', align: 'right' },
    ],
    rows: doubted.map(({ id, said, agree, of }) => [
      id,
      questions.get(id) ?? null,
      said,
      `${count(agree)} of ${count(of)}`,
    ]),
    notes: [
      heard.length < 2
        ? `A label is doubted where at least two good runs agree; ${heard.length === 0 ? 'none' : 'only one'} was heard.`
        : `${plural(heard.length, 'run')} heard, ${plural(doubted.length, 'question')} on which they agree against the label. A person must decide who is right.`,
      ...left.map(({ run, why }) => `not heard: ${run} ${why}`),
    ],
  };
}
