import type { LoadOptions } from '../../contracts/index.ts';
import { plural } from '../../util/index.ts';
import { QaDataset, type QaQuestion } from '../qa/dataset.ts';
import { findTables } from '../qa/files.ts';
import { picturesIn } from '../qa/media.ts';
import { cellsOf, optionColumns, readTable, type TableRow } from '../qa/table.ts';

/** The twelve kinds of questions by group. */
const categories: Readonly<Record<string, readonly string[]>> = {
  height: ['height_higher'],
  location: ['location_above', 'location_closer_to_camera', 'location_next_to'],
  orientation: ['orientation_in_front_of', 'orientation_on_the_left', 'orientation_viewpoint'],
  multi_object: [
    'multi_object_closer_to',
    'multi_object_facing',
    'multi_object_viewpoint_towards_object',
    'multi_object_parallel',
    'multi_object_same_direction',
  ],
};

/** VLMEvalKit's TSV, or lmms-eval's parquet: the same columns, pictures in them. */
export async function load(opts: LoadOptions): Promise<QaDataset> {
  const { tables, warnings } = await findTables(opts, {
    id: '3dsr',
    patterns: [/(^|\/)3DSRBench\.tsv$/, /(^|\/)3dsr_circular\/[^/]*\.parquet$/, /(^|\/)test-[^/]*\.parquet$/],
  });
  const rows = (await Promise.all(tables.map(readTable))).flat();
  const questions: QaQuestion[] = [];
  for (const row of rows) questions.push(await questionOf(row));
  return new QaDataset({ source: tables.join(', '), questions, warnings: [...warnings, ...missingTwins(questions)] });
}

/** All-of-group numbers are higher where a group is not whole: harnesses multiply what is there. */
function missingTwins(questions: readonly QaQuestion[]): string[] {
  const groups = [...Map.groupBy(questions, ({ cluster }) => cluster).values()];
  const lacks = (has: RegExp) => groups.filter((members) => !members.some(({ id }) => has.test(id))).length;
  const told = (count: number, what: string) =>
    count === 0
      ? []
      : [`${count} of ${plural(groups.length, 'group')} have ${what}: numbers over whole groups are too high`];
  return [...told(lacks(/-flip/), 'no mirrored picture'), ...told(lacks(/-\d+$/), 'no rotated options')];
}

async function questionOf(row: TableRow): Promise<QaQuestion> {
  const cell = cellsOf(row);
  const id = cell.text('qid', 'index');
  const category = cell.text('category');
  const group = Object.keys(categories).find((name) => categories[name]?.includes(category));
  if (group === undefined) throw cell.wrong('category', `one of ${Object.values(categories).flat().join(', ')}`);
  const choices = optionColumns(row);
  const answer = cell.text('answer');
  if (!Object.hasOwn(choices, answer)) throw cell.wrong('answer', `one of ${Object.keys(choices).join(', ')}`);
  return {
    id,
    cluster: id.slice(0, 8),
    groups: { category, group, options: String(Object.keys(choices).length) },
    question: cell.text('question'),
    choices,
    answer,
    texts: {},
    media: await picturesIn(row, ['image']),
  };
}
