import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Figures, OfficialScorer, UnitResult } from '../../contracts/index.ts';
import { at } from '../../util/index.ts';
import { circularTable } from './official.ts';
import { categoryOf, type MmsiSample } from './sample.ts';
import { rotationGroups } from './score.ts';

/** Calls the `evaluate` of a data set's class and prints what it returns. */
const driver = fileURLToPath(new URL('./parity.py', import.meta.url));

const MetricRow = z.object({ name: z.string(), metric: z.string(), value: z.number().nullable() });

/** One scorer of VLMEvalKit's make: a class in a file, which evaluates a table of predictions. */
function scorer(opts: {
  about: string;
  repository: string;
  commit: string;
  script: string;
  className: string;
  /** Ids of protocols, versions aside. */
  protocol: string;
  packages?: readonly string[];
  format: string;
  ours(results: readonly UnitResult[]): Figures;
}): OfficialScorer<MmsiSample> {
  const { script, className, protocol, packages = [], ...rest } = opts;
  return {
    ...rest,
    script,
    packages: [...vlmevalkitNeeds, ...packages],
    fits: ({ id }) => id.replace(/@\d+$/, '') === protocol,
    prepare: async ({ repo, files: [file = ''] }) => [
      { args: [driver, repo, script, className, file], read: figuresIn },
    ],
  };
}

/** What VLMEvalKit's readers and writers of tables import. */
const vlmevalkitNeeds = [
  ...['pandas', 'openpyxl', 'xlsxwriter', 'pillow', 'tqdm', 'validators', 'requests', 'matplotlib', 'tabulate'],
  ...['huggingface_hub', 'portalocker', 'opencv-python-headless'],
];

const authors = {
  repository: 'https://github.com/InternRobotics/MMSI-Bench',
  commit: '5de2f3d2eb0159dbcc76790074029aa400143603',
  script: join('vlmeval', 'dataset', 'mmsi_bench.py'),
  packages: ['sty'],
  format: 'fork',
};

export const scorersOfOthers: readonly OfficialScorer<MmsiSample>[] = [
  scorer({
    ...authors,
    about: 'evaluate of the authors’ MMSIBenchDataset',
    className: 'MMSIBenchDataset',
    protocol: 'mmsi/official',
    ours: (results) => byCategory(results, (right, total) => ({ accuracy: right / total })),
  }),
  scorer({
    ...authors,
    about: 'evaluate of the authors’ MMSIBenchCircular',
    className: 'MMSIBenchCircular',
    protocol: 'mmsi/official-circular',
    ours: (results) =>
      Object.fromEntries(
        circularTable(rotationGroups(results)).flatMap(({ name, circular, vanilla }) => [
          [figureName(name, 'Circular'), circular],
          [figureName(name, 'Vanilla'), vanilla],
        ]),
      ),
  }),
  scorer({
    about: 'evaluate of VLMEvalKit’s MMSIBench, which EASI uses',
    repository: 'https://github.com/open-compass/VLMEvalKit',
    commit: 'e8e78f05f3080fe28154f2130321f17951c3be94',
    script: join('vlmeval', 'dataset', 'mmsibench.py'),
    className: 'MMSIBench',
    packages: ['num2words'],
    format: 'vlmevalkit',
    protocol: 'mmsi/easi',
    ours: (results) => byCategory(results, (right, total) => ({ accuracy: (right / total) * 100 })),
  }),
];

function byCategory(
  results: readonly UnitResult[],
  rates: (right: number, total: number) => Record<string, number>,
): Figures {
  const groups = [['Overall', results] as const, ...Map.groupBy(results, ({ groups }) => String(groups.category))];
  return Object.fromEntries(
    groups.flatMap(([name, members]) => {
      const right = members.filter(({ score }) => score === 1).length;
      return Object.entries(rates(right, members.length)).map(([metric, value]) => [figureName(name, metric), value]);
    }),
  );
}

/** The driver's last line. */
function figuresIn(stdout: string): Figures {
  const line = at(stdout.trimEnd().split('\n'), -1);
  if (!line.startsWith('[')) return {};
  const rows = z.array(MetricRow).parse(JSON.parse(line));
  return Object.fromEntries(rows.map(({ name, metric, value }) => [figureName(name, metric), value]));
}

/** Files spell categories in three ways. */
function figureName(name: string, metric: string): string {
  return `${categoryOf(name)?.name ?? name}: ${metric}`;
}
