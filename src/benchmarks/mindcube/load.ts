import { type LoadOptions, SextantError } from '../../contracts/index.ts';
import { at } from '../../util/index.ts';
import { type QaDataset, type QaQuestion, questionsOfRows } from '../qa/dataset.ts';
import { findTables } from '../qa/files.ts';
import { unevenMarks } from '../qa/marks.ts';
import { MediaFolder, picturesIn } from '../qa/media.ts';
import { cellsOf, type TableRow } from '../qa/table.ts';

/** What the authors' generator puts before a question that comes without its prompt. */
const background = [
  '[Task]',
  'Your task is to analyze the spatial arrangement of objects in the scene by examining the provided images, which show the scene from different viewpoints.',
  '[Answer Instruction]',
  "You only need to provide *ONE* correct answer selecting from the options listed below. For example, if you think the correct answer is 'A. Above' from 'A. Above B. Under C. Front D. Behind', your response should **only** be '<answer>A. Above</answer>'.",
  '',
  '[Question]',
  '',
].join('\n');

/** EASI's TSV, the authors' JSON lines (raw or with prompts), or lmms-eval's parquet. */
export async function load(opts: LoadOptions): Promise<QaDataset> {
  const { set = 'tiny' } = opts.args;
  if (set !== 'tiny' && set !== 'full')
    throw new SextantError('bad_argument', `set=${set} is neither tiny nor full`, { where: `mindcube:set=${set}` });
  const found = await findTables(opts, {
    id: 'mindcube',
    patterns:
      set === 'tiny'
        ? [
            /(^|\/)MindCubeBench_tiny_raw_qa\.tsv$/,
            // The authors' scripts write several files of the same questions: with prompts, raw, with what other prompts need.
            /(^|\/)MindCube_tinybench_raw_qa\.jsonl$/,
            /(^|\/)raw\/MindCube_tinybench\.jsonl$/,
            /(^|\/)MindCube_tinybench\.jsonl$/,
            ...mirrored('tiny'),
          ]
        : [
            /(^|\/)MindCubeBench_raw_qa\.tsv$/,
            /(^|\/)raw\/MindCube\.jsonl$/,
            /(^|\/)MindCube\.jsonl$/,
            ...mirrored('full'),
          ],
  });
  const media = new MediaFolder(found.dir);
  return questionsOfRows(found, (row) => questionOf(row, media), unevenQuestions);
}

/** lmms-eval's mirror has the questions twice: all of them, and by setting. */
function mirrored(set: string): RegExp[] {
  return [new RegExp(`(^|/)${set}/combined-[^/]*\\.parquet$`), new RegExp(`(^|/)${set}/[^/]*\\.parquet$`)];
}

function unevenQuestions(questions: readonly QaQuestion[]): string[] {
  return unevenMarks(questions.map(({ id, texts, media }) => ({ id, text: texts.inputPrompt ?? '', media })));
}

async function questionOf(row: TableRow, media: MediaFolder): Promise<QaQuestion> {
  const cell = cellsOf(row);
  const id = cell.text('id', 'index');
  const inputPrompt = cell.optional('input_prompt') || background + marked(row, cell.text('question'));
  const question = cell.optional('question') || inputPrompt;
  const choices = optionsIn(question);
  const answer = cell.text('gt_answer', 'answer');
  if (!Object.hasOwn(choices, answer))
    throw cell.wrong('answer', `one of ${Object.keys(choices).join(', ') || 'A to E'}`);
  const paths = pathsOf(row);
  const shown = paths
    ? paths.map((path) => media.find(path, { ...row.place, column: 'images' }))
    : await picturesIn(row, ['images']);
  return {
    id,
    cluster: paths?.join('\n') ?? id,
    groups: {
      // The authors' own files also have a column of this name, with a list in it.
      setting: settingOf(cell.has('id') ? id : cell.optional('category') || id),
      images: String(shown.length),
      options: String(Object.keys(choices).length),
    },
    question,
    choices,
    answer,
    texts: { inputPrompt },
    media: shown,
  };
}

/** Paths in `image_path`, or in `images` where that is not the pictures themselves. */
function pathsOf(row: TableRow): string[] | undefined {
  const column = ['image_path', 'images'].find((name) => cellsOf(row).has(name));
  return column === undefined ? undefined : cellsOf(row).paths(column).map(belowData);
}

/** The authors' code takes such paths as `D:/data/MindCube_image/other_all_image/…`, too, by what follows their own folder. */
function belowData(path: string): string {
  return /^(?:\/|[A-Za-z]:).*?(?:MindCube_image\/|(?=other_all_image\/))(.+)$/.exec(path)?.[1] ?? path;
}

/** Pictures come before a question that does not say where they belong. */
function marked(row: TableRow, question: string): string {
  const count = pathsOf(row)?.length ?? 0;
  return question.includes('<image>') ? question : '<image>'.repeat(count) + question;
}

/** `A. Above B. Under …`, as they stand behind the question. */
function optionsIn(text: string): Record<string, string> {
  const pieces = text.slice(text.lastIndexOf('?') + 1).split(/(?:^|\s)([A-E])\.\s+/);
  const options: Record<string, string> = {};
  for (let n = 1; n < pieces.length; n += 2) options[at(pieces, n)] = at(pieces, n + 1).trim();
  return options;
}

/** As the authors tell it from the id. */
function settingOf(id: string): string {
  const lower = id.toLowerCase();
  return ['around', 'rotation', 'translation', 'among'].find((setting) => lower.includes(setting)) ?? 'other';
}
