/**
 * Pictures of generated places with many questions each, to train networks on. Seeds lie beyond those that a benchmark can have.
 * Several processes share the work: number 3 of 16 makes the chunks 3, 19, 35 … that are not there yet.
 * npx node scripts/write-training-questions.ts /tmp/questions 3 16 --generator synth-point-10 --seconds 480
 */

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { resizeWithPad } from '../src/contestants/policies/remote/resize.ts';
import type { Camera } from '../src/render/index.ts';
import { drawEye, type EyeLevel, eyes, lookAt, PHOTO, type Place, type Shot } from '../src/scenes/index.ts';
import { type Random, random } from '../src/stats/index.ts';
import { attempt, deal } from '../src/synth/drawing.ts';
import { drawDraft, type PictureDraft, TwoRenderers } from '../src/synth/point/draft.ts';
import type { Expression } from '../src/synth/point/expression.ts';
import { point } from '../src/synth/point/family.ts';
import { follow, inSpace } from '../src/synth/point/follow.ts';
import { synthPoint } from '../src/synth/point/index.ts';
import { MeasuredPicture } from '../src/synth/point/measured-picture.ts';
import { drafts, goalsOf, type PointingQuestion, pose } from '../src/synth/point/question.ts';
import { type Demands, type SeenItem, type Situation, situationOf } from '../src/synth/point/situation.ts';
import { solve } from '../src/synth/point/solve.ts';
import { understand } from '../src/synth/point/understand.ts';
import { wordsFor } from '../src/synth/point/vocabulary.ts';
import { numberOf, splits, stepMix, type Wish, wishFor } from '../src/synth/point/wish.ts';
import { at } from '../src/util/index.ts';

/** Every seed of a benchmark is less than 2^32, and those of its lessons less than 2^33. */
const FIRST_SEED = 2 ** 33;
const LEVELS = ['easy', 'medium', 'medium', 'hard', 'hard'] as const;
/** Questions of every split and number of steps that are kept of a picture, and wishes that are tried for them. */
const KEPT = 5;
const LOOKED = 14;
/** Of such a wish: anywhere in the picture will do, and so many are drawn for one that the place may fulfil. */
const SLACK = 1000;
const DRAWS = 200;
/** Further pictures of a place that are tried; one about which little can be asked is left out. */
const OTHER_VIEWS = 4;
const ENOUGH = 5;
const EYE: EyeLevel = 'eye';
const SMALL = { width: 320, height: 240 };
/** Masks and maps: cells of 8 × 8 pixels. */
const CELL = 8;
const [COLUMNS, ROWS] = [PHOTO.width / CELL, PHOTO.height / CELL];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '1e9' },
    chunks: { type: 'string', default: '1e9' },
    /** In a chunk. */
    pictures: { type: 'string', default: '100' },
    /** Only the benchmark's own questions, one per picture, of a seed of their own. */
    check: { type: 'string' },
    /** What is to be learned: an older or newer program makes other questions. */
    generator: { type: 'string', default: point.generator },
  },
});
const [out = '', processText = '0', ofText = '1'] = positionals;
const perChunk = Number(values.pictures);
const until = performance.now() + 1000 * Number(values.seconds);
mkdirSync(out, { recursive: true });
if (values.generator !== point.generator)
  throw new Error(`${values.generator} is wanted, but these sources make ${point.generator}`);
const generatorFile = join(out, 'generator');
if (!existsSync(generatorFile)) {
  writeFileSync(`${generatorFile}.${process.pid}`, `${point.generator}\n`);
  renameSync(`${generatorFile}.${process.pid}`, generatorFile);
}
const before = readFileSync(generatorFile, 'utf8').trim();
if (before !== point.generator) throw new Error(`${out} has questions of ${before}: take another folder`);
const renderers = new TwoRenderers();
const levels = new Map(LEVELS.map((level) => [level, readLevel(level)]));

for (let chunk = Number(processText); chunk < Number(values.chunks); chunk += Number(ofText)) {
  if (performance.now() > until) break;
  const name = join(out, `chunk-${String(chunk).padStart(5, '0')}`);
  if (existsSync(`${name}.jsonl`)) continue;
  const pictures: Uint8Array[] = [];
  const maps: Uint8Array[] = [];
  const masks: Uint8Array[] = [];
  const lines: string[] = [];
  for (let n = 0; n < perChunk; n += 1) {
    for (const made of picturesOf(chunk * perChunk + n)) {
      pictures.push(made.rgb);
      maps.push(made.map);
      masks.push(...made.questions.map(({ question }) => shares(question.mask)));
      lines.push(JSON.stringify(made.line));
    }
  }
  for (const [ending, parts] of Object.entries({ rgb: pictures, map: maps, mask: masks }))
    writeFileSync(`${name}.${ending}`, Buffer.concat(parts));
  writeFileSync(`${name}.draft`, `${lines.join('\n')}\n`);
  renameSync(`${name}.draft`, `${name}.jsonl`);
}

function readLevel(level: (typeof LEVELS)[number]) {
  const own = synthPoint.levels[level];
  const number = (name: string) => Number(own[name]);
  const demands: Demands = {
    visible: 1 - number('occlusion'),
    margin: number('margin'),
    candidates: number('candidates'),
  };
  return { objects: number('objects'), steps: number('steps'), beyond: number('beyond'), demands };
}

/** One of the benchmark's own kind, and others of the same place, which cost less. */
function picturesOf(scene: number) {
  const seed = FIRST_SEED + (values.check === undefined ? 0 : 1 + Number(values.check));
  const level = deal(LEVELS, scene, seed, 'level');
  const { objects, steps, beyond, demands } = levels.get(level) ?? readLevel(level);
  const mix = stepMix(steps);
  const dice = random(seed, 'more', scene);
  let draft: PictureDraft;
  let wish = wishFor(scene, { mix, beyond, seed, attempt: 0 });
  try {
    ({ draft } = attempt({ generator: 'training', seed, scene }, (n) => {
      wish = wishFor(scene, { mix, beyond, seed, attempt: n });
      const about = { seed: [seed, scene, n], objects, level: EYE, demands, refuse() {} };
      return drawDraft(renderers, about, wish, random(seed, 'point', scene, n));
    }));
  } catch {
    return [];
  }
  const { place } = draft;
  const about = { scene, level, setting: wish.setting };
  /** Nothing where less can be asked than that. */
  const pictureOf = (camera: Camera, shot: Shot, least: number, own?: PointingQuestion) => {
    const situation = { ...situationOf(place, shot, demands), shot };
    const questions = own ? [{ question: own, own: true }] : [];
    if (values.check === undefined)
      questions.push(...more(situation, wish, steps, dice).map((question) => ({ question, own: false })));
    if (questions.length < least) return undefined;
    // Everything that is read from the renderer's memory comes before the colours overwrite it.
    const map = mapOf(situation);
    const items = situation.seen.map((each) => itemOf(each, situation));
    const told = questions.map(({ question, own }) => ({
      split: question.split,
      step: question.step,
      prompt: question.prompt,
      own,
      target: question.target ?? null,
      marks: marksOf(question, situation),
    }));
    const { rgb } = resizeWithPad({ ...PHOTO, rgb: renderers.large.print(place, camera) }, SMALL);
    const lens = { down: rounded(Math.asin(-at(camera.rotation, 6))), fovy: camera.fovy };
    return { rgb, map, questions, line: { ...about, lens, items, questions: told } };
  };
  const made = [pictureOf(draft.camera, draft.shot, 1, draft.question)];
  for (let n = 0; values.check === undefined && n < OTHER_VIEWS; n += 1) {
    const camera = otherView(place, dice);
    if (camera) made.push(pictureOf(camera, renderers.large.measure(place, camera), ENOUGH));
  }
  return made.filter((each) => each !== undefined);
}

/** What a network can be told of a thing besides the picture. Where it is: to the right of the camera, ahead of it and above it. */
function itemOf({ item, x, y, z }: SeenItem, { lens }: Situation) {
  const [ax, ay] = lens.away;
  const [dx, dy] = [x - lens.eye[0], y - lens.eye[1]];
  return {
    id: item.id,
    kind: item.kind,
    colour: item.colour ?? '',
    material: item.material ?? '',
    /** From the camera's own direction, counter-clockwise seen from above. */
    front: item.front ? rounded(item.yaw - Math.atan2(ay, ax)) : null,
    at: [dx * ay - dy * ax, dx * ax + dy * ay, z - lens.eye[2]].map(rounded),
    half: item.half.map(rounded),
  };
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}

/** From where somebody can stand, towards something; nothing where one would look too steeply. */
function otherView(place: Place, dice: Random): Camera | undefined {
  const { [EYE]: range, fovy } = eyes[place.setting];
  const eye = drawEye(dice, place, EYE);
  if (!eye) return undefined;
  const [x, y] = dice.pick(place.items).position;
  const flat = Math.hypot(x - eye[0], y - eye[1]);
  const down = range.down[0] + dice.next() * (range.down[1] - range.down[0]);
  return lookAt(eye, [x, y, eye[2] - flat * Math.tan((down * Math.PI) / 180)], { fovy, ...PHOTO });
}

/** Other questions that the same picture allows, wherever in it their answers are. */
function more(situation: Situation & { shot: Shot }, own: Wish, steps: number, dice: Random) {
  const look = new MeasuredPicture(situation.place, situation.shot);
  const found: PointingQuestion[] = [];
  for (const split of splits) {
    for (let step = 1; step <= steps; step += 1) {
      let kept = 0;
      for (let looked = 0; looked < LOOKED && kept < KEPT; looked += 1) {
        const wish = otherWish(own, split, step, dice);
        const question = wish && asked(situation, wish, look, dice);
        if (!question || found.some(({ prompt }) => prompt === question.prompt)) continue;
        found.push(question);
        kept += 1;
      }
    }
  }
  return found;
}

/** Another wish that the same place may fulfil. */
function otherWish(
  { setting, scatter }: Wish,
  split: (typeof splits)[number],
  step: number,
  dice: Random,
): Wish | undefined {
  const mix = { location: [step], placement: [step] };
  for (let n = 0; n < DRAWS; n += 1) {
    const index = dice.int(2 ** 31);
    if (numberOf(index).split !== split) continue;
    const wish = wishFor(index, { mix, beyond: 0, seed: FIRST_SEED, attempt: 0 });
    if (scatter.includes(wish.kind)) return { ...wish, setting, scatter, slack: SLACK, leak: SLACK };
  }
  return undefined;
}

function asked(situation: Situation & { shot: Shot }, wish: Wish, look: MeasuredPicture, dice: Random) {
  for (const goal of goalsOf(situation, wish, dice)) {
    for (const draft of drafts(situation, goal, wish, [0, 0], dice)) {
      const question = pose(situation, draft, wish, dice);
      if (typeof question !== 'string' && solve(question, look) === undefined) return question;
    }
  }
  return undefined;
}

/**
 * Which things a question speaks of on the way to its answer: [relations from there to the answer, relations that lead there, id]. Those
 * of one distance come in the order in which they are named.
 */
function marksOf({ prompt }: PointingQuestion, situation: Situation): [number, number, number][] {
  const { items, regions } = situation.place;
  const nouns = new Map(items.flatMap(({ kind }) => wordsFor(kind).map((word) => [word, kind] as const)));
  const marks: [number, number, number][] = [];
  const walk = (meant: Expression, depth: number): number => {
    let above = 0;
    for (const each of 'to' in meant ? meant.to : []) {
      const height = walk(each, depth + 1);
      for (const { item } of follow(each, inSpace(situation)).slice(0, 1)) marks.push([depth, height, item.id]);
      above = Math.max(above, 1 + height);
    }
    return above;
  };
  walk(understand(prompt, { nouns, regions: regions.map(({ name }) => name) }), 1);
  return marks;
}

/** The thing and the distance at the middle of every cell: two bytes each, the second in 24ths of a power of two from 0.2 m. */
function mapOf({ shot }: Situation): Uint8Array {
  const map = new Uint8Array(2 * COLUMNS * ROWS);
  if (!shot) return map;
  const { segmentation, depth, width } = shot.picture;
  for (let row = 0; row < ROWS; row += 1) {
    for (let column = 0; column < COLUMNS; column += 1) {
      const i = (row * CELL + CELL / 2) * width + column * CELL + CELL / 2;
      const cell = row * COLUMNS + column;
      map[cell] = Math.min(255, at(segmentation, i));
      const far = at(depth, i) / 1000;
      map[COLUMNS * ROWS + cell] = far <= 0 ? 255 : Math.max(0, Math.min(255, Math.round(24 * Math.log2(far / 0.2))));
    }
  }
  return map;
}

/** Which part of every cell a mask covers, in 255ths. */
function shares(mask: Uint8Array): Uint8Array {
  const sums = new Uint32Array(COLUMNS * ROWS);
  for (let i = mask.indexOf(255); i >= 0; i = mask.indexOf(255, i + 1)) {
    // All that follow in the row: looking for each alone would take longer.
    const [row, end] = [Math.floor(i / PHOTO.width / CELL) * COLUMNS, (Math.floor(i / PHOTO.width) + 1) * PHOTO.width];
    for (; i < end && mask[i] === 255; i += 1) {
      const cell = row + Math.floor((i % PHOTO.width) / CELL);
      sums[cell] = (sums[cell] ?? 0) + 1;
    }
  }
  return Uint8Array.from(sums, (sum) => Math.round((255 * sum) / CELL ** 2));
}
