import { type RsbSample, rsbWorld } from '../../benchmarks/index.ts';
import { type Picture, SextantError } from '../../contracts/index.ts';
import { describeImage, encodePng } from '../../media/index.ts';
import { answerZone, blockIds, drawLayout, type inRows, type Layout } from '../../sim/index.ts';
import { type Random, random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import type { Difficulty, Family, Made } from '../family.ts';
import { mapsOf } from '../scene-record.ts';
import { wholeArg } from '../settings.ts';
import { publishEpisodes } from './episode-files.ts';
import { follow } from './read.ts';
import { recordTable } from './record.ts';
import { allReferences, type BlockReference, drawRelation } from './reference.ts';
import { type BlockSpot, spotsIn } from './spot.ts';
import { instructions, questions, rephrased } from './wording.ts';

const generator = 'synth-act-7';
const LABELS = 'ABCDEFGHIK';
const TRIES = 200;
const SIZE = { width: 320, height: 240 };
/** Some places are never nearest to anything, or in no short order: after so many tables, any relation will do. */
const RELATION_TRIES = 30;
/** A block whose top is hidden from the head camera is no fair target. */
const LEAST_PIXELS = 60;
/** Blocks of which one is farther left appear at least so many pixels apart. */
const LEAST_COLUMNS = 6;

/** Tables with a block to be found by where it lies. */
export const actFamily: Family<RsbSample> = {
  generator,
  perScene: 1,
  idOf: (index) => `act-${String(index).padStart(5, '0')}`,
  async open(difficulty, seed) {
    const asked = settingsOf(difficulty);
    const world = await (await rsbWorld()).tabletopWorld(asked.blocks);
    return {
      make(scene, { draft: isDraft = false, maps = false } = {}) {
        const rejected: Record<string, number> = {};
        for (let attempt = 0; attempt < TRIES; attempt += 1) {
          const made = draft({ ...asked, seed, scene, attempt, world, isDraft, maps });
          if (typeof made !== 'string') return { ...made, rejected };
          rejected[made] = (rejected[made] ?? 0) + 1;
        }
        const byCount = Object.entries(rejected).sort((a, b) => b[1] - a[1]);
        const [reason] = at(byCount, 0);
        throw new SextantError('bad_data', `no table in ${TRIES} gives a clear question: ${reason}`, {
          where: `synth-act, seed ${seed}, scene ${scene}`,
          fix: 'ask for more blocks, fewer steps or smaller margins',
        });
      },
    };
  },
  publish: publishEpisodes,
};

interface ActDifficulty {
  blocks: number;
  steps: readonly number[];
  /** Metres. */
  margin: number;
}

function settingsOf(difficulty: Difficulty): ActDifficulty {
  const most = wholeArg(difficulty, 'steps', { least: 1, most: 4 });
  return {
    blocks: wholeArg(difficulty, 'blocks', { least: 4, most: 10 }),
    steps: Array.from({ length: most }, (_, n) => n + 1),
    margin: wholeArg(difficulty, 'margin', { least: 1, most: 8 }) / 100,
  };
}

/** The parts of the world that a draft is checked with. */
interface TableTrial {
  rehearse(layout: Layout, target: string, opts: { others: true }): string | undefined;
  picture(layout: Layout, camera: string, opts: typeof SIZE & { depth: true; segmentation: true }): Picture;
}

/** One table and one question about it, or why not. */
function draft(
  opts: ActDifficulty & {
    seed: number;
    scene: number;
    attempt: number;
    world: TableTrial;
    isDraft: boolean;
    maps: boolean;
  },
): Omit<Made<RsbSample>, 'rejected'> | string {
  const { blocks, steps, margin, seed, scene, attempt, world, isDraft, maps } = opts;
  const stream = (name: string, ...at: number[]) => random(generator, seed, name, ...at);
  const layoutSeed = stream('table', scene, attempt).int(2 ** 32);
  const drawn = drawLayout({ seed: layoutSeed, labels: [...LABELS.slice(0, blocks)], arrangement: inTwoRows });
  if ('why' in drawn) return drawn.why;
  const layout = recoloured(drawn.layout, stream('colours', scene, attempt));
  // Which place is right is drawn for each table by itself, whatever is asked; numbers of steps take turns.
  const target = stream('place', scene).pick(layout.blocks);
  const wanted = at(stream('steps', Math.floor(scene / steps.length)).shuffle(steps), scene % steps.length);
  const relation = drawRelation(stream('relation', scene), wanted, steps.length);
  const spots = layout.blocks.map(
    ({ label, colour, x, y }): BlockSpot => ({ label, colour, x, y, across: x, row: y < 0.06 ? 'front' : 'back' }),
  );
  const references = allReferences(spots, answerZone, { across: margin, distance: margin }).filter(
    (one) =>
      one.target.label === target.label &&
      one.steps === wanted &&
      (one.relation === relation || attempt >= RELATION_TRIES),
  );
  const dice = stream('words', scene, attempt);
  if (references.length === 0) return 'nothing clear to say about the block';
  const plain = dice.pick(references);
  const reference = { ...plain, text: rephrased(plain.text, dice) };
  const picture = world.picture(layout, 'head_camera', { ...SIZE, depth: true, segmentation: true });
  const wrong = mistake(picture, layout, spots, reference, margin);
  if (wrong) return wrong;
  // Last, because it costs most and few tables fail; whether one does has nothing to do with its question.
  const refused = isDraft ? undefined : world.rehearse(layout, target.label, { others: true });
  if (refused) return refused;
  const bytes = encodePng({ ...SIZE, pixels: picture.rgb });
  const ref = describeImage(bytes);
  const id = actFamily.idOf(scene);
  // A function, because dollars in a replacement mean something.
  const instruction = dice.pick(instructions).replace('{R}', () => reference.text);
  return {
    files: [{ ref, bytes }],
    ...(isDraft ? {} : { scene: recordTable(layout, picture, { id, sha256: ref.sha256 }) }),
    ...(maps ? { maps: [mapsOf(picture)] } : {}),
    samples: [
      {
        id,
        cluster: id,
        groups: { steps: String(reference.steps), relation: reference.relation, side: target.x < 0 ? 'left' : 'right' },
        media: [ref],
        split: 'test',
        index: scene,
        question: dice.pick(questions).replace('{R}', () => reference.text),
        options: Object.fromEntries([...LABELS.slice(0, blocks)].map((label) => [label, `block ${label}`])),
        answer: target.label,
        instruction,
        seed: layoutSeed,
        rejected: [],
        layout,
      },
    ],
  };
}

/** Layouts deal colours place by place, which would give a column of ten blocks one colour. */
function recoloured(layout: Layout, dice: Random): Layout {
  const colours = dice.shuffle(layout.blocks.map(({ colour }) => colour));
  return { ...layout, blocks: layout.blocks.map((block, i) => ({ ...block, colour: at(colours, i) })) };
}

/** Reads the reference again, from the picture alone, and says what is wrong if it leads elsewhere. */
function mistake(
  picture: Picture,
  layout: Layout,
  spots: readonly BlockSpot[],
  { text, target }: BlockReference,
  margin: number,
): string | undefined {
  const ids = blockIds(layout);
  const blocks = layout.blocks.map(({ label, colour }, i) => ({ label, colour, id: at(ids, i) }));
  const seen = spotsIn(picture, blocks, LEAST_PIXELS);
  if (!seen) return 'a block can hardly be seen';
  for (const [i, a] of spots.entries()) {
    for (const [j, b] of spots.entries()) {
      const apart = at(seen, j).across - at(seen, i).across;
      if (b.x - a.x >= margin && apart < LEAST_COLUMNS) return 'left and right look otherwise';
    }
  }
  const zone = { x: answerZone.x, y: answerZone.y };
  return follow(text, seen, zone)?.label === target.label ? undefined : 'the picture says another block';
}

const COLUMNS = [-2, -1, 0, 1, 2];

/** Two rows, neither of them empty, in five columns; places are in order: the front row from the left, then the back row. */
const inTwoRows: typeof inRows = {
  colours: ['red', 'green', 'blue', 'yellow', 'white'],
  places(count, draw) {
    const front = Math.max(count - 5, Math.min(count - 2, 5, Math.floor(count / 2) + draw.int(2)));
    return [rowOf(front, 0, draw), rowOf(count - front, 0.12, draw)].flat();
  },
};

function rowOf(count: number, y: number, draw: Random) {
  const columns = draw.shuffle(COLUMNS).slice(0, count);
  const shift = () => 0.03 * draw.next() - 0.015;
  return columns
    .sort((a, b) => a - b)
    .map((column) => ({ x: -0.032 + 0.115 * column + shift(), y: y + shift(), yaw: draw.next() - 0.5 }));
}
