import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Figures, type OfficialScorer, SextantError } from '../../contracts/index.ts';
import { tableOf } from './metadata.ts';
import { printOfficial } from './official.ts';
import { type DsiSample, views } from './sample.ts';

const script = 'evaluate.py';
/** Names the folders to the authors' script, which has them as constants, and calls its functions. */
const driver = fileURLToPath(new URL('./parity.py', import.meta.url));

/** `evaluate.py`: samples, groups, and each view alone. It reads the published tables itself. */
export const evaluate: OfficialScorer<DsiSample> = {
  about: 'the authors’ evaluate.py',
  repository: 'https://github.com/SpatialVision/dsibench',
  commit: 'af90adcd760f2757f8b8dbd869ae9a821f725513',
  script,
  packages: ['pandas'],
  fits: ({ extractor, scorer }) => extractor === 'dsi/official' && scorer === 'first-letter',
  format: 'dsi-csv',
  async prepare({ dir, repo, files, dataset }) {
    const [file = ''] = files;
    const tables = views.map((view) => tableOf(dataset.source, view));
    const missing = [
      ...tables.filter((path) => !existsSync(path)),
      ...(files.length < views.length ? ['answers'] : []),
    ];
    if (missing.length > 0)
      throw new SextantError('bad_argument', 'the authors’ script needs all four views, each with a table of its own', {
        where: dataset.source,
        fix: `what is missing: ${missing.join(', ')}`,
      });
    const [table = ''] = tables;
    const model = basename(file, '.csv');
    return [
      {
        args: [driver, join(repo, script), model, resolve(dirname(table)), join(dir, 'outputs')],
        read: figuresIn,
      },
    ];
  },
  ours: (results) => figuresIn(printOfficial(results)),
};

/** Percentages as printed, each named after its section. */
function figuresIn(text: string): Figures {
  const figures: Figures = {};
  let section = '';
  for (const line of text.split('\n')) {
    section = /^=== Method \d: (.*) ===$/.exec(line)?.[1] ?? section;
    const [, name = 'overall', percent] = /^(?:category = \d+ (.*?) {2,}|Overall )Acc = ([\d.]+)%$/.exec(line) ?? [];
    if (percent !== undefined) figures[`${section}: ${name}`] = Number(percent);
  }
  return figures;
}
