import { z } from 'zod';
import { Sample } from '../../contracts/index.ts';

/** The four forms of every clip, in the order in which the authors ask about them. */
export const views = ['std', 'hflip', 'reverse', 'reverse_hflip'] as const;
export type DsiView = (typeof views)[number];

/** One question about one view of a clip. Texts are as published; only `choices` is our reading of `options`. */
export const DsiSample = Sample.extend({
  view: z.enum(views),
  /** Number of the category, `cate`. */
  category: z.number().int().nonnegative(),
  /** `relative_path`, below `videos/<view>/`. */
  path: z.string(),
  question: z.string(),
  options: z.string(),
  choices: z.record(z.string(), z.string()),
  /** `GT` */
  answer: z.string(),
  /** `video_type` and `others`, where they are not empty; nobody knows what they mean. */
  videoType: z.string().exactOptional(),
  others: z.string().exactOptional(),
});
export type DsiSample = z.infer<typeof DsiSample>;

/** The authors' evaluation goes through them in another order; it shows in what their script prints. */
export const evaluationOrder: readonly DsiView[] = ['std', 'reverse', 'hflip', 'reverse_hflip'];

export function isView(name: string): name is DsiView {
  return views.some((view) => view === name);
}

const names = [
  'Obj:static cam',
  'Obj:moving cam',
  'Cam:static scene',
  'Cam:dynamic scene',
  'Obj-Cam distance',
  'Obj-Cam orientation',
] as const;

/** Every category that has a name. */
const categoryNames: readonly string[] = names;

/**
 * What the authors call the category with this number.
 * @example categoryName(5) // 'Obj-Cam orientation'; categoryName(6) is 'Category 6'
 */
export function categoryName(cate: number): string {
  return names[cate] ?? `Category ${cate}`;
}

/** The inverse; the official tables are sorted by number. */
export function categoryNumber(name: string): number {
  const known = categoryNames.indexOf(name);
  return known >= 0 ? known : Number(name.slice('Category '.length));
}

/** A letter with its colon, at the start or behind a semicolon: options themselves may hold either sign. */
const label = /(?:^|;)\s*([A-D])\s*:/g;

/**
 * The options of a question by letter, for baselines and diagnostics. The prompt takes the text as it is published.
 * @example parseOptions('A: Moving left; B: Moving right;') // { A: 'Moving left', B: 'Moving right' }
 */
export function parseOptions(text: string): Record<string, string> {
  const labels = [...text.matchAll(label)];
  return Object.fromEntries(
    labels.map((found, i) => {
      const end = labels[i + 1]?.index ?? text.length;
      const option = text.slice(found.index + found[0].length, end);
      return [found[1], option.trim().replace(/\s*;$/, '')];
    }),
  );
}

/** The option that a letter stands for. Letters come from files and models: `constructor` is no option. */
export function optionOf(choices: Record<string, string>, letter: string): string | undefined {
  return Object.hasOwn(choices, letter) ? choices[letter] : undefined;
}

/**
 * What somebody else counted in the published files (revision 7e3be50c), not the authors: a hint when numbers differ, no more.
 * Neither the paper's nor the card's own table could be had.
 */
export const census: {
  questions: number;
  rows: number;
  clips: number;
  clipsBySource: Readonly<Record<string, number>>;
  questionsBySource: Readonly<Record<string, number>>;
  /** Rows of std whose options end in a semicolon. */
  trailingSemicolons: number;
  /** How the sha256 of metadatas/std.csv begins. */
  stdSha256: string;
} = {
  questions: 1769,
  rows: 7076,
  clips: 943,
  clipsBySource: { internet: 496, k700: 145, llava178k: 138, CameraBench: 119, SynFMC: 45 },
  questionsBySource: { internet: 891 },
  trailingSemicolons: 3,
  stdSha256: '31f72ebee86b6f90',
};
