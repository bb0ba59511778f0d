import { basename, dirname } from 'node:path';
import { type LoadOptions, SextantError } from '../../contracts/index.ts';
import { pythonStrip } from '../../extract/index.ts';
import { lettered } from '../qa/benchmark.ts';
import { QaDataset, type QaQuestion } from '../qa/dataset.ts';
import { findTables } from '../qa/files.ts';
import { unevenMarks } from '../qa/marks.ts';
import { MediaFolder } from '../qa/media.ts';
import { cellsOf, readTable, type TableRow } from '../qa/table.ts';

const aboutVideo =
  'Select the best answer to the following multiple-choice question based on the video. Respond with only the letter of the correct option.\n';

const MOST_OPTIONS = 26;

/** Tables of pictures and of clips, from the hub or as EASI's TSVs; `part` chooses one of the two. */
export async function load(opts: LoadOptions): Promise<QaDataset> {
  const { part = 'all' } = opts.args;
  if (!['all', 'image', 'video'].includes(part))
    throw new SextantError('bad_argument', `part=${part} is none of all, image, video`, { where: `site:part=${part}` });
  const { dir, tables, warnings } = await findTables(opts, {
    id: 'site',
    patterns: [
      /(^|\/)(image|video)_test[^/]*\.(parquet|jsonl?)$/,
      /(^|\/)(image|video)_test\/[^/]+\.(parquet|jsonl?)$/,
      /(^|\/)SiteBench(Image|Video)\.tsv$/,
    ],
  });
  const chosen = tables.filter((path) => part === 'all' || mediumOf(path) === part);
  const media = new MediaFolder(dir);
  const rows = (await Promise.all(chosen.map(readTable))).flat();
  // Numbered within their medium, however many files that comes in.
  const questions = [...Map.groupBy(rows, ({ place }) => mediumOf(place.file))].flatMap(([medium, of]) =>
    of.map((row, index) => questionOf(row, { medium, index, media })),
  );
  const marked = questions.map(({ id, texts, question, choices, media: shown }) => ({
    id,
    text: [texts.lead, question, ...Object.values(choices)].join('\n'),
    media: shown,
  }));
  return new QaDataset({
    source: chosen.join(', '),
    questions,
    warnings: [...warnings, ...warningsAbout(questions, part), ...unevenMarks(marked)],
  });
}

/** The table's own name tells it; where that is only `test-…`, the hub's folder for one part of the data. */
function mediumOf(table: string): 'image' | 'video' {
  const [name] = /image|video/i.exec(basename(table)) ?? [basename(dirname(table)).replace(/_test$/, '')];
  return name.toLowerCase() === 'video' ? 'video' : 'image';
}

function questionOf(
  row: TableRow,
  { medium, index, media }: { medium: 'image' | 'video'; index: number; media: MediaFolder },
): QaQuestion {
  const cell = cellsOf(row);
  const options = cell.list('options', 'candidates');
  if (options.length > MOST_OPTIONS) throw cell.wrong('options', `at most ${MOST_OPTIONS} options`);
  const choices = lettered(options);
  const answer = cell.text('answer');
  if (!Object.hasOwn(choices, answer)) throw cell.wrong('answer', `one of ${Object.keys(choices).join(', ')}`);
  const question = cell.text('question');
  const column = ['visual', 'image_path', 'video_path'].find((name) => cell.has(name)) ?? 'visual';
  const paths = cell.paths(column);
  const isMarked = [question, ...options].some((text) => text.includes('<image>'));
  const marks = isMarked ? '' : `${'<image>'.repeat(paths.length)}\n`;
  return {
    id: `${medium}/${cell.optional('index') || index}`,
    cluster: paths.join('\n'),
    groups: {
      category: cell.text('category'),
      medium,
      options: String(options.length),
      ...(cell.has('dataset') && { dataset: cell.text('dataset') }),
    },
    question,
    choices,
    answer,
    texts: { trimmed: pythonStrip(question), lead: medium === 'video' ? `<video>${aboutVideo}` : marks },
    media: paths.map((path) => media.find(path, { ...row.place, column })),
  };
}

function warningsAbout(questions: readonly QaQuestion[], part: string): string[] {
  const media = new Set(questions.map(({ groups }) => groups.medium));
  return part === 'all' && media.size < 2
    ? [`only questions about ${[...media].join()}s are here: the published number pools pictures and clips`]
    : [];
}
