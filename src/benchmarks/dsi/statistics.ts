import { existsSync } from 'node:fs';
import type { Dataset, Sheet } from '../../contracts/index.ts';
import { readRegular, sha256 } from '../../files/index.ts';
import { at } from '../../util/index.ts';
import { DsiDataset } from './load.ts';
import { tableOf } from './metadata.ts';
import { categoryName, census, type DsiSample, type DsiView, views } from './sample.ts';

type CountedRow = Pick<DsiSample, 'view' | 'category' | 'path' | 'options' | 'answer'>;

/** Categories, clips and letters of the files at hand, beside what a third party counted. */
export async function statistics(dataset: Dataset<DsiSample>): Promise<Sheet[]> {
  const rows: readonly CountedRow[] = dataset instanceof DsiDataset ? dataset.rows : await samplesOf(dataset);
  const byView = Map.groupBy(rows, ({ view }) => view);
  const present = views.filter((view) => byView.has(view));
  const of = (view: DsiView) => byView.get(view) ?? [];
  const [main = 'std'] = present;
  return [
    categories(rows, present, of),
    sources(of(main), main),
    letters(present, of),
    totals(rows, of(main), dataset),
  ];
}

async function samplesOf(dataset: Dataset<DsiSample>): Promise<CountedRow[]> {
  const rows: CountedRow[] = [];
  for (const index of dataset.ids.keys()) rows.push(await dataset.sample(index));
  return rows;
}

type Of = (view: DsiView) => readonly CountedRow[];

function categories(rows: readonly CountedRow[], present: readonly DsiView[], of: Of): Sheet {
  const numbers = [...new Set(rows.map(({ category }) => category))].sort((a, b) => a - b);
  return {
    name: 'categories',
    about: 'Questions per category and view.',
    columns: ['cate', 'category', ...present],
    rows: numbers.map((number) => [
      number,
      categoryName(number),
      ...present.map((view) => of(view).filter(({ category }) => category === number).length),
    ]),
  };
}

function sources(rows: readonly CountedRow[], view: DsiView): Sheet {
  const bySource = Map.groupBy(rows, ({ path }) => at(path.split('/'), 0));
  const names = new Set([...bySource.keys(), ...Object.keys(census.clipsBySource)]);
  return {
    name: 'sources',
    about: `Clips and questions by the first part of their path, in ${view}; "census" is what a third party counted, not the authors.`,
    columns: ['source', 'clips', 'census', 'differs', 'questions', 'census of questions', 'questions differ'],
    rows: [...names].sort().map((name) => {
      const own = bySource.get(name) ?? [];
      const clips = countClips(own);
      const [counted, asked] = [census.clipsBySource[name] ?? null, census.questionsBySource[name] ?? null];
      return [name, clips, counted, differs(clips, counted), own.length, asked, differs(own.length, asked)];
    }),
  };
}

function letters(present: readonly DsiView[], of: Of): Sheet {
  return {
    name: 'truths',
    about: 'How often each letter is right, and how many truths differ from those of the first view (by letter).',
    columns: ['view', 'A', 'B', 'C', 'D', 'other', 'differs'],
    rows: present.map((view) => {
      const answers = of(view).map(({ answer }) => answer.trim());
      const counts = ['A', 'B', 'C', 'D'].map((letter) => answers.filter((answer) => answer === letter).length);
      const first = of(present[0] ?? view);
      const turned = answers.filter((answer, i) => answer !== first[i]?.answer.trim()).length;
      return [view, ...counts, answers.length - counts.reduce((sum, count) => sum + count), turned];
    }),
  };
}

function totals(rows: readonly CountedRow[], main: readonly CountedRow[], dataset: Dataset<DsiSample>): Sheet {
  const table = tableOf(dataset.source, 'std');
  const trailing = main.filter(({ options }) => options.trimEnd().endsWith(';')).length;
  const counted: [string, number | string, number | string][] = [
    ['questions', main.length, census.questions],
    ['rows', rows.length, census.rows],
    ['clips', countClips(main), census.clips],
    ['options that end in ;', trailing, census.trailingSemicolons],
  ];
  if (existsSync(table)) counted.push(['sha256 of std.csv', sha256(readRegular(table)).slice(0, 16), census.stdSha256]);
  return {
    name: 'totals',
    about: 'Sums of the files at hand; "census" is what a third party counted in revision 7e3be50c, not the authors.',
    columns: ['what', 'here', 'census', 'differs'],
    rows: counted.map(([what, here, there]) => [what, here, there, differs(here, there)]),
  };
}

function countClips(rows: readonly CountedRow[]): number {
  return new Set(rows.map(({ path }) => path)).size;
}

/** An empty cell where there is nothing to compare with. */
function differs(here: number | string, there: number | string | null): string | null {
  return there === null ? null : here === there ? 'no' : 'yes';
}
