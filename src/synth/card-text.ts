import { naturalOrder } from '../stats/index.ts';
import { at, count, plural } from '../util/index.ts';
import type { CardData } from './card.ts';

/** The card for people, with the head that the Hugging Face hub reads. */
export function cardText(card: CardData): string {
  const settings = Object.entries({ seed: card.seed, count: card.count, ...card.difficulty });
  const spec = settings.map(([name, value]) => `${name}=${value}`).join(',');
  return `${[
    '---',
    `pretty_name: ${card.title}`,
    'license: apache-2.0',
    'language: en',
    'tags: [spatial-reasoning, synthetic]',
    `size_categories: [${sizeCategory(card.count)}]`,
    '---',
    '',
    `# ${card.title}`,
    '',
    card.about,
    '',
    `${plural(card.count, 'sample')} from ${plural(card.scenes, 'generated scene')}. Nothing was photographed or labelled by hand: every truth is`,
    'computed from the scene and checked by a second program on the finished pictures. The same generator and settings give the',
    'same questions again:',
    '',
    '```',
    `sextant run ${card.benchmark}:${spec} --model …`,
    `sextant run ${card.benchmark} --data <this folder> --model …`,
    '```',
    '',
    '`scenes.jsonl` holds what every scene is made of and where each camera is, so that anybody can work the truths out again:',
    'see "Recompute the truth" in docs/synth.md of Sextant, and its examples/recompute_truth.py.',
    '',
    ...table(
      ['setting', 'value'],
      [
        ['generator', card.generator],
        ['made with', `sextant ${card.version}`],
        ...settings.map(([name, value]) => [name, String(value)]),
      ],
    ),
    '## Balance',
    '',
    ...Object.entries(card.balance).flatMap(([axis, counts]) => table([axis, 'samples'], rows(counts, byName))),
    ...ablated(card.ablations),
    '## Drafts that were thrown away',
    '',
    ...(Object.keys(card.rejected).length > 0
      ? table(['reason', 'drafts'], rows(card.rejected, byCount))
      : ['None.', '']),
    '## Examples',
    '',
    ...card.examples.flatMap(({ question, told, answer, pictures }) => [
      ...pictures.map((name) => `![](${name})`),
      '',
      ...question.split('\n').map((line) => `> ${line}  `),
      '',
      ...(told === undefined ? [] : [`The robot is told: ${told}`, '']),
      `Right: ${answer}`,
      '',
    ]),
  ].join('\n')}`;
}

/** What is had with a part of the scene alone, in percent; nothing where the family knows no such baselines. */
function ablated(scores: CardData['ablations']): string[] {
  const names = [...new Set(Object.values(scores).flatMap((group) => Object.keys(group)))];
  if (names.length === 0) return [];
  const lines = Object.entries(scores).sort(([a], [b]) => naturalOrder(a, b));
  const cell = (group: CardData['ablations'][string], name: string) => {
    const { samples = 0, score = 0 } = group[name] ?? {};
    return samples === 0 ? '' : `${((100 * score) / samples).toFixed(1)} %`;
  };
  return [
    '## What a part of the scene gives away',
    '',
    'Expected scores of baselines that are told part of the scene (see "A part of what is shown" in docs/synth.md). A model that does',
    'not score more than these has not shown that it needs more than that.',
    '',
    ...table(
      ['questions', ...names.map((name) => `baseline/${name}`)],
      lines.map(([group, own]) => [group, ...names.map((name) => cell(own, name))]),
    ),
  ];
}

type Occurrence = [name: string, times: number];
const byName = ([a]: Occurrence, [b]: Occurrence) => naturalOrder(a, b);
const byCount = ([a, n]: Occurrence, [b, m]: Occurrence) => m - n || naturalOrder(a, b);

function rows(counts: Record<string, number>, order: (a: Occurrence, b: Occurrence) => number): string[][] {
  return Object.entries(counts)
    .sort(order)
    .map(([name, times]) => [name, count(times)]);
}

function table(head: string[], rows: string[][]): string[] {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}

function sizeCategory(samples: number): string {
  const steps = [1e3, 1e4, 1e5, 1e6].filter((step) => samples >= step).length;
  return at(['n<1K', '1K<n<10K', '10K<n<100K', '100K<n<1M', 'n>1M'], steps);
}
