import { count, plural } from '../../util/index.ts';
import { census } from './census.ts';
import type { Metadata, MetadataRow } from './metadata.ts';
import { optionOf, parseOptions } from './options.ts';
import { views } from './views.ts';

/** What the official code takes without a word, and a person should know. */
export function warningsAbout(metadata: Metadata): string[] {
  const absent = views.filter((view) => !metadata.has(view));
  const rows = [...metadata.values()].flat();
  const [first = []] = metadata.values();
  return [
    ...aboutCounts(metadata),
    ...(absent.length > 0
      ? [`only the views ${[...metadata.keys()].join(', ')} are loaded: group-wise scores need all four`]
      : []),
    ...about(rows, 'no truth among A to D, and so can never be right', ({ answer }) => !/^[A-D]$/.test(answer.trim())),
    ...about(
      rows.filter(({ answer }) => /^[A-D]$/.test(answer.trim())),
      'a truth that is not among the options',
      ({ options, answer }) => optionOf(parseOptions(options), answer.trim()) === undefined,
    ),
    ...about(
      rows,
      'fewer than four options that can be told apart by letter',
      ({ options }) => Object.keys(parseOptions(options)).length < 4,
    ),
    ...about(rows, 'another clip than the first view', ({ index, path }) => first[index]?.path !== path),
    ...about(
      rows,
      'another category than the first view',
      ({ index, category }) => first[index]?.category !== category,
    ),
  ];
}

/** Tables that are not whole. */
function aboutCounts(metadata: Metadata): string[] {
  const [rows = []] = metadata.values();
  if (rows.length === census.questions) return [];
  const here = plural(rows.length, 'question');
  return [`${here} here, DSI-Bench has ${count(census.questions)}: scores are of these alone`];
}

function about(rows: readonly MetadataRow[], what: string, is: (row: MetadataRow) => boolean): string[] {
  const found = rows.filter(is);
  const [example] = found;
  if (!example) return [];
  const rowsHave = `${plural(found.length, 'row')} ${found.length === 1 ? 'has' : 'have'}`;
  return [`${rowsHave} ${what}; the first is ${example.place.file}:${example.place.row}`];
}
