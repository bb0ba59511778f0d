import type { Metric, Recordings, Table } from '../contracts/index.ts';
import { at, count } from '../util/index.ts';
import { renderMarkdown } from './render.ts';
import { intervalCell, numberCell, percentCell, percentsCell } from './table.ts';

interface EvidenceReader {
  reader: string;
  metric: Metric;
  error: Metric;
}

interface GroupEvidence {
  key: string;
  percent: number;
  fromVerdicts: Metric;
}

interface ModelEvidence {
  model: string;
  setting: string;
  answers: number;
  scored: number;
  printed?: { percent: number; digits: number } | undefined;
  fromVerdicts: Metric;
  fromLetters: Metric;
  groups: readonly GroupEvidence[];
  contradictions: number;
  readers: readonly EvidenceReader[];
  protocols: readonly { protocol: string; metric: Metric }[];
}

/** What published answers came to. */
export interface Evidence {
  title: string;
  recordings: Pick<Recordings, 'repository' | 'commit' | 'folder' | 'readBy' | 'printedIn' | 'notScored'>;
  models: readonly ModelEvidence[];
  readers: readonly {
    reader: string;
    answers: number;
    missed: number;
    other: number;
    error: Pick<Metric, 'value' | 'low' | 'high'>;
    worst: { model: string; difference: number };
  }[];
}

const percent = (value: number) => (value * 100).toFixed(2);

function points(value: number): string {
  const size = percent(Math.abs(value));
  return size === percent(0) ? size : `${value < 0 ? '−' : '+'}${size}`;
}

type Reproduced = 'yes' | 'rounded twice' | 'no';

/** A printed number comes out when ours rounds to it; or when ours does so to two digits first, which some tables show. */
function comesOut(theirs: number, digits: number, { value }: Metric): Reproduced {
  if (value === null) return 'no';
  const rounds = (ours: number) => ours.toFixed(digits) === theirs.toFixed(digits);
  if (rounds(value * 100)) return 'yes';
  // Half up, as people round what they read.
  return rounds(Number((value * 100).toFixed(2)) + 1e-9) ? 'rounded twice' : 'no';
}

/** What becomes of each number that was printed about a model: of all its answers first, then of groups. */
function outcomesOf({ model, printed, fromVerdicts, groups }: ModelEvidence): { of: string; outcome: Reproduced }[] {
  if (printed === undefined) return [];
  const { percent: all, digits } = printed;
  return [
    { of: model, outcome: comesOut(all, digits, fromVerdicts) },
    ...groups.map((group) => ({
      of: `${model} (${group.key})`,
      outcome: comesOut(group.percent, digits, group.fromVerdicts),
    })),
  ];
}

/** What was recomputed less what was printed, in points of 0 … 1. */
function differenceOf({ printed, fromVerdicts: { value } }: ModelEvidence): number | undefined {
  return printed === undefined || value === null ? undefined : value - printed.percent / 100;
}

/** Printed and recomputed numbers, what each reader makes of the same answers, and how often it differs from the authors. */
export function evidenceTables({ title, models, readers, recordings }: Evidence): Table[] {
  const right = { align: 'right' } as const;
  const hasPrinted = models.some(({ printed }) => printed);
  const names = readers.map(({ reader }) => reader);
  const protocols = [...new Set(models.flatMap((each) => each.protocols.map(({ protocol }) => protocol)))];
  return [
    {
      title: `${title}: numbers from recorded answers`,
      columns: [
        { name: 'model', align: 'left' },
        { name: 'setting', align: 'left' },
        { name: 'answers', ...right },
        ...(hasPrinted ? [{ name: 'printed', unit: '%', ...right }] : []),
        { name: 'recorded verdicts', unit: '%', ...right },
        ...(hasPrinted ? [{ name: 'difference', ...right }] : []),
        { name: 'recorded letters', unit: '%', ...right },
        { name: 'contradictions', ...right },
        ...(hasPrinted ? [{ name: 'comes out', align: 'left' } as const] : []),
      ],
      rows: models.map((each) => [
        each.model,
        each.setting,
        numberCell(each.scored, count),
        ...(hasPrinted ? [numberCell(each.printed?.percent, (value) => value.toFixed(each.printed?.digits))] : []),
        percentCell(each.fromVerdicts.value, percent),
        ...(hasPrinted ? [numberCell(differenceOf(each), points)] : []),
        percentCell(each.fromLetters.value, percent),
        numberCell(each.contradictions, count),
        ...(hasPrinted ? [outcomesOf(each)[0]?.outcome ?? null] : []),
      ]),
      notes: [
        'Contradictions: answers recorded as right whose recorded letter is wrong, or the other way round.',
        ...(recordings.printedIn === undefined ? [] : [`Printed: ${recordings.printedIn}.`]),
      ],
    },
    ...groupTable(title, models),
    {
      title: `${title}: how often a reader takes another letter than the authors`,
      columns: [
        { name: 'reader', align: 'left' },
        { name: 'answers', ...right },
        { name: 'reader error', unit: '%', ...right },
        { name: '95 % interval', ...right, parts: ['low', 'high'], unit: '%' },
        { name: 'nothing found', ...right },
        { name: 'another letter', ...right },
        { name: 'largest change of a score', ...right },
        { name: 'whose', align: 'left' },
      ],
      rows: readers.map(({ reader, answers, error, missed, other, worst }) => [
        reader,
        numberCell(answers, count),
        percentCell(error.value, percent),
        intervalCell(error.low, error.high),
        numberCell(missed, count),
        numberCell(other, count),
        percentCell(worst.difference, points),
        worst.model,
      ]),
      notes: [`The authors’ letters: ${recordings.readBy}. Intervals with models as clusters.`],
    },
    {
      title: `${title}: the score that each reader leads to`,
      columns: [
        { name: 'model', align: 'left' },
        { name: 'setting', align: 'left' },
        { name: 'authors', unit: '%', ...right },
        ...names.map((name) => ({ name, unit: '%', ...right })),
      ],
      rows: models.map(({ model, setting, fromLetters, readers: own }) => [
        model,
        setting,
        percentCell(fromLetters.value, percent),
        ...names.map((name) => percentCell(own.find(({ reader }) => reader === name)?.metric.value, percent)),
      ]),
      notes: [],
    },
    {
      title: `${title}: the number under each protocol`,
      columns: [
        { name: 'model', align: 'left' },
        { name: 'setting', align: 'left' },
        { name: 'authors', unit: '%', ...right },
        ...protocols.map((name) => ({ name, unit: '%', ...right })),
      ],
      rows: models.map(({ model, setting, fromLetters, protocols: own }) => [
        model,
        setting,
        percentCell(fromLetters.value, percent),
        ...protocols.map((name) => percentCell(own.find(({ protocol }) => protocol === name)?.metric.value, percent)),
      ]),
      notes: [
        'A protocol’s own reader, scorer and way to sum up, on answers to the authors’ prompt.',
        ...Object.entries(recordings.notScored ?? {}).map(([protocol, why]) => `Not ${protocol}: ${why}.`),
      ],
    },
  ];
}

/** Numbers printed for groups of questions beside what the recorded verdicts come to; nothing where none were printed. */
function groupTable(title: string, models: readonly ModelEvidence[]): Table[] {
  const detailed = models.filter(({ groups }) => groups.length > 0);
  const keys = [...new Set(detailed.flatMap(({ groups }) => groups.map(({ key }) => key)))];
  if (keys.length === 0) return [];
  const cell = ({ printed, groups }: ModelEvidence, key: string) => {
    const group = groups.find((each) => each.key === key);
    const ours = group?.fromVerdicts.value ?? null;
    if (group === undefined || ours === null) return null;
    const text = `${group.percent.toFixed(printed?.digits)} · ${percent(ours)}`;
    return percentsCell(text, [group.percent / 100, ours]);
  };
  return [
    {
      title: `${title}: printed numbers of groups`,
      columns: [
        { name: 'model', align: 'left' },
        { name: 'setting', align: 'left' },
        ...keys.map((name) => ({
          name,
          align: 'right' as const,
          unit: '%',
          parts: [`${name}, printed`, `${name}, recorded verdicts`],
        })),
        { name: 'come out', align: 'right' },
      ],
      rows: detailed.map((each) => {
        const outcomes = outcomesOf(each).slice(1);
        const whole = outcomes.filter(({ outcome }) => outcome === 'yes').length;
        const words = `${whole} of ${outcomes.length}`;
        return [each.model, each.setting, ...keys.map((key) => cell(each, key)), { text: words, value: whole }];
      }),
      notes: ['In each cell the printed number, then the one from recorded verdicts.'],
    },
  ];
}

const intro = `# Evidence

Published numbers, computed again from the answers that models really gave. The authors of these benchmarks published what each
model said and which letter they took from it. \`sextant reproduce\` scores the recorded letters, compares with what was printed,
and then reads every answer again with each extractor: how much of a score is the model, and how much is the reader?

This page is written by the command below each title; the answers themselves are not in this repository. If you doubt a number, run the two
commands below its title, or for both folders at once with \`--out evidence.md\`, and compare the page with this one: same commit, same bytes.
`;

/** Published answers that no protocol here can score, so that nobody looks for them. */
const elsewhere = `RoboTracer's outputs (\`github.com/Zhoues/RoboTracer\` at \`11f09e1\`, \`Evaluation/outputs\`) are traces on a benchmark of its own, whose pictures,
masks and depths are not in that repository. RoboRefer's repository (\`d97a995\`) has no outputs.`;

/** The whole page. */
export function evidencePage(opts: {
  evidence: readonly Evidence[];
  pictures: readonly string[];
  notRun: readonly string[];
}): string {
  const { evidence, pictures, notRun } = opts;
  const sections = evidence.map((each, index) => section(each, at(pictures, index)));
  const missing = notRun.length === 0 ? '' : `Not available: ${notRun.join(', ')}.\n\n`;
  return [intro, ...sections, `## Not run\n\n${missing}${elsewhere}\n`].join('\n');
}

function section(each: Evidence, picture: string): string {
  const { title, models, recordings } = each;
  const { repository, commit } = recordings;
  const folder = at(repository.split('/'), -1);
  const all = models.reduce((sum, { answers }) => sum + answers, 0);
  const printed = models.flatMap(outcomesOf);
  const named = (which: Reproduced) => printed.filter(({ outcome }) => outcome === which).map(({ of }) => of);
  const [failed, twice] = [named('no'), named('rounded twice')];
  const contradictions = models.reduce((sum, model) => sum + model.contradictions, 0);
  const outcome = [
    `${count(all)} answers of ${count(new Set(models.map(({ model }) => model)).size)} models.`,
    ...(printed.length === 0
      ? [
          'The repository prints no table of these numbers; what the authors recorded as right is compared with their letters.',
        ]
      : [
          `${count(printed.length - failed.length - twice.length)} of ${count(printed.length)} printed numbers come out to the last digit.`,
        ]),
    ...(twice.length === 0
      ? []
      : [`${twice.join(', ')}: ours rounds to it only by way of two digits behind the point.`]),
    ...(failed.length === 0 ? [] : [`Those that do not: ${failed.join(', ')}.`]),
    `${count(contradictions)} recorded verdicts contradict the recorded letter.`,
  ];
  return [
    `## ${title}`,
    `Source: \`${repository}\` at \`${commit}\`, folder \`${recordings.folder}\`.`,
    `\`\`\`sh\ngit clone https://${repository} && git -C ${folder} checkout ${commit}\nsextant reproduce ${folder}\n\`\`\``,
    outcome.join(' '),
    `![Scores by reader](${picture})`,
    ...evidenceTables(each).map(renderMarkdown),
    '',
  ].join('\n\n');
}

const [ROW, LEFT, WIDTH, TOP] = [18, 330, 420, 40];

/** One line per model: the authors' score as a bar, every reader's as a dot. */
export function spreadSvg({ title, models }: Evidence): string {
  const height = TOP + models.length * ROW + 30;
  const x = (value: number) => (LEFT + value * WIDTH).toFixed(1);
  const rows = models.map(({ model, setting, fromLetters, readers }, index) => {
    const y = TOP + index * ROW + ROW / 2;
    const dots = readers.map(({ reader, metric: { value } }) =>
      value === null
        ? ''
        : `<circle cx="${x(value)}" cy="${y}" r="3" fill="#3b6ea5" fill-opacity="0.55"><title>${escaped(reader)}</title></circle>`,
    );
    const { value } = fromLetters;
    const bar = value === null ? '' : `<path d="M${x(value)} ${y - 7}v14" stroke="#c0392b" stroke-width="2.5"/>`;
    const label = `<text x="${LEFT - 8}" y="${y + 4}" text-anchor="end">${escaped(`${model}, ${setting}`)}</text>`;
    return `${label}<path d="M${LEFT} ${y}h${WIDTH}" stroke="#8884" />${dots.join('')}${bar}`;
  });
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(
    (value) => `<text x="${x(value)}" y="${height - 10}" text-anchor="middle">${value * 100} %</text>`,
  );
  const about = `${title}: score by the authors’ letters (bar) and by each reader (dots)`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${LEFT + WIDTH + 30}" height="${height}" font-family="sans-serif" font-size="11" fill="#666"><title>${escaped(about)}</title><text x="8" y="20" font-size="13">${escaped(about)}</text>${rows.join('')}${ticks.join('')}</svg>\n`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
