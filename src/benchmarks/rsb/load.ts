import { type Dataset, type LoadOptions, type MediaRef, SextantError, type Sheet } from '../../contracts/index.ts';
import { sha256 } from '../../files/index.ts';
import { describeImage, encodePng } from '../../media/index.ts';
import { blank, drawLayout, inRows, type Randomise, scattered } from '../../sim/index.ts';
import { at, canonicalJson, Recent } from '../../util/index.ts';
import { tellUnder } from './condition.ts';
import { type AssembledQuestion, assemble, assembleRule } from './questions/assemble.ts';
import { openQuestions } from './questions/open.ts';
import { questionStatistics } from './questions/statistics.ts';
import { conditions, type RsbSample } from './sample.ts';
import type { Split, Suite } from './suites.ts';
import { worldVersion } from './version.ts';
import { tabletopWorld } from './world.ts';

/** Seeds of an episode are this far apart, so that no two episodes ever share one. */
const TRY_STRIDE = 10_000;
const TRIES = 10;

/** Pictures that a prompt may still ask for. */
const REMEMBERED = 64;

/** The episodes of a suite. Tables are laid, and checked by the expert, when a sample is asked for. */
export async function load(suite: Suite, { args, dir }: LoadOptions): Promise<Dataset<RsbSample>> {
  const split = oneOf(args, 'split', ['test', 'train'] as const);
  const wording = oneOf(args, 'instructions', ['unseen', 'seen'] as const);
  const check = oneOf(args, 'check', ['expert', 'none'] as const);
  const condition = oneOf(args, 'condition', conditions);
  const randomise = randomiseOf(args.randomise ?? '');
  // What stands among the blocks must not be in the way of any: who takes a wrong one for the right one shall fetch it.
  const others = randomise.clutterAmong === true;
  const wanted = whole(args, 'episodes', 1, TRY_STRIDE);
  const seed = whole(args, 'seed', 0, 1000);
  const source = await openQuestions({ kind: suite.source, split, ...(dir === undefined ? {} : { path: dir }) });
  const count = Math.min(wanted, source.size);
  const pictures = new Recent<string, Uint8Array>(REMEMBERED);
  // Where the authors begin to look for seeds: 0 for demonstrations, 100,000 · (1 + seed) for evaluation.
  const firstSeed = split === 'train' ? 0 : 100_000 * (1 + seed);

  async function sample(index: number): Promise<RsbSample> {
    if (!(Number.isInteger(index) && index >= 0 && index < count))
      throw new SextantError('bad_argument', `there is no episode ${index} among ${count}`);
    const assembled = assemble({ suite, source, index });
    const { id: question, options, answer, category } = assembled;
    const world = await tabletopWorld(suite.blocks);
    const rejected: RsbSample['rejected'] = [];
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const layoutSeed = firstSeed + index + attempt * TRY_STRIDE;
      const arrangement = suite.blocks === 4 ? scattered : inRows;
      const drawn = drawLayout({ seed: layoutSeed, labels: suite.labels, arrangement, randomise });
      const why =
        'why' in drawn ? drawn.why : check === 'expert' ? world.rehearse(drawn.layout, answer, { others }) : undefined;
      if ('why' in drawn || why !== undefined) {
        rejected.push({ seed: layoutSeed, reason: why ?? 'refused' });
        continue;
      }
      const { layout } = drawn;
      const target = at(
        layout.blocks.filter(({ label }) => label === answer),
        0,
      );
      const colours = Object.fromEntries(layout.blocks.map(({ label, colour }) => [label, colour]));
      const seen = world.picture(layout, 'head_camera', { width: 320, height: 240 });
      const picture = encodePng(pixelsOf(condition === 'no-picture' ? blank(seen) : seen));
      const ref = describeImage(picture);
      pictures.set(ref.sha256, picture);
      return {
        id: idOf(split, index),
        cluster: question,
        groups: { ...(category !== undefined && { category }), side: target.x < 0 ? 'left' : 'right' },
        media: [ref],
        split,
        index,
        ...tellUnder(condition, { suite, source, index, assembled, colours, seed: layoutSeed, split: wording }),
        options,
        answer,
        ...(condition !== 'question' && { condition }),
        seed: layoutSeed,
        rejected,
        layout,
      };
    }
    throw new SextantError('bad_data', `no table could be laid: ${rejected.at(-1)?.reason}`, {
      where: `${suite.id} ${idOf(split, index)}`,
    });
  }

  const dataset: Dataset<RsbSample> = {
    sha256: sha256(
      canonicalJson({
        suite: suite.id,
        world: worldVersion,
        split,
        wording,
        check,
        condition,
        count,
        seed,
        randomise,
        questions: source.sha256,
        assembled: assembleRule,
      }),
    ),
    source: `${source.describe}, ${assembleRule}, ${count} episodes, seed ${seed}`,
    onDisk: false,
    ids: Array.from({ length: count }, (_, index) => idOf(split, index)),
    sample,
    bytes: async (ref) => bytesOf(pictures, ref, suite),
    together: (index) => assemble({ suite, source, index }).id,
    warnings: [
      ...source.warnings,
      ...(count < wanted ? [`the source has only ${count} questions, ${wanted} episodes were asked for`] : []),
    ],
  };
  questionsOf.set(dataset, () => ({
    assembled: Array.from({ length: count }, (_, index) => assemble({ suite, source, index })),
    rejected: source.rejected,
  }));
  return dataset;
}

/** The questions behind a data set, to be counted without laying any table. */
const questionsOf = new WeakMap<
  Dataset,
  () => { assembled: AssembledQuestion[]; rejected: Readonly<Record<string, number>> }
>();

/** What a suite's questions are like. */
export function statistics(dataset: Dataset<RsbSample>): Sheet[] {
  const questions = questionsOf.get(dataset)?.();
  return questions ? questionStatistics(questions.assembled, questions.rejected) : [];
}

/** What may be drawn at random, and how far: the authors' base has these switches, and 3 cm for the table in its preset. */
const switches = new Map<string, (far?: number) => Randomise>([
  ['table-height', (far = 0.03) => ({ tableDrop: far })],
  ['head-camera', (far = 0.03) => ({ headCamera: far })],
  ['light', () => ({ lights: true })],
  ['crazy-light', (rate = 1) => ({ crazyLight: rate })],
  ['background', () => ({ background: true })],
  ['clean-background', (rate = 0) => ({ cleanBackground: rate })],
  ['clutter', () => ({ clutter: true })],
  ['clutter-among', () => ({ clutterAmong: true })],
  ['table-cover', () => ({ cover: true })],
  ['wrist-pitch', (pitch = 0.6) => ({ wristPitch: pitch })],
]);

/** @example randomiseOf('table-height=0.05+light') // { tableDrop: 0.05, lights: true } */
function randomiseOf(text: string): Randomise {
  const parts = text === '' ? [] : text.split('+').map((part) => part.split('='));
  return Object.assign(
    {},
    ...parts.map(([name = '', value]) => {
      const made = switches.get(name);
      const far = value === undefined ? undefined : Number(value);
      if (made && (far === undefined || (far >= 0 && far <= 1))) return made(far);
      throw new SextantError(
        'bad_argument',
        `randomise=${text}: there is no switch "${name}", or not with this number`,
        {
          fix: `join some of ${[...switches.keys()].join(', ')} with +`,
        },
      );
    }),
  );
}

/** @example idOf('test', 17) // 'test-00017' */
function idOf(split: Split, index: number): string {
  return `${split}-${String(index).padStart(5, '0')}`;
}

function pixelsOf({ width, height, rgb }: { width: number; height: number; rgb: Uint8Array }) {
  return { width, height, pixels: rgb };
}

function bytesOf(pictures: Recent<string, Uint8Array>, ref: MediaRef, suite: Suite): Uint8Array {
  const found = pictures.get(ref.sha256);
  if (found) return found;
  throw new SextantError('missing_blob', `no picture of a recent episode has sha256 ${ref.sha256}`, {
    where: suite.id,
  });
}

function oneOf<T extends string>(args: LoadOptions['args'], name: string, known: readonly T[]): T {
  const found = known.find((value) => value === args[name]);
  if (found !== undefined) return found;
  throw new SextantError('bad_argument', `${name}=${args[name]} is none of ${known.join(', ')}`);
}

function whole(args: LoadOptions['args'], name: string, least: number, most: number): number {
  const text = args[name] ?? '';
  const value = Number(text);
  if (/^\d{1,10}$/.test(text) && value >= least && value <= most) return value;
  throw new SextantError('bad_argument', `${name}=${text} is not a whole number from ${least} to ${most}`);
}
