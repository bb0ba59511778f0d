import type { MmsiSample } from '../../benchmarks/index.ts';
import type { Ablations, MediaRef } from '../../contracts/index.ts';
import { joinQuestion } from '../../extract/index.ts';
import { makePlace, type Shot, settings } from '../../scenes/index.ts';
import { random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { attempt } from '../drawing.ts';
import type { Difficulty, Made, MakeOptions, Maker } from '../family.ts';
import { type PhotoSettings, readPhoto } from '../photo.ts';
import { mapsOf, recordPicture, recordPlace, recordSight, type SceneRecord } from '../scene-record.ts';
import { numberArg, wholeArg } from '../settings.ts';
import { clusterOf, perScene, type ViewsQuestion } from './ask.ts';
import { alikeFor, count } from './attributes.ts';
import { categories } from './categories.ts';
import { leftByOnePicture } from './one-picture.ts';
import { idOf, ShotGraph } from './shot-graph.ts';
import { ShotRenderer } from './shot-renderer.ts';
import { type Margins, solve } from './solve.ts';
import type { Brief } from './template.ts';

export const generator = 'synth-views-7';
const letters = ['A', 'B', 'C', 'D'] as const;

/** Points of view that a scene begins with, and how many more are added while a question is looked for. */
const FIRST = 8;
const MORE = 12;
const STEP = 4;
/** Of one template's questions, how many the solver is asked about, and how many of those that it agrees with are printed. */
const CANDIDATES = 40;
const PRINTED = 2;
/** Attempts after which other regions are named: some are hardly ever where they should be. */
const PATIENCE = 40;

interface Difficulties {
  objects: number;
  views: number;
  margins: Margins;
  photo: PhotoSettings;
}

function readDifficulty(args: Difficulty): Difficulties {
  return {
    objects: wholeArg(args, 'objects', { least: 4, most: 16 }),
    views: wholeArg(args, 'views', { least: 2, most: 6 }),
    margins: {
      degrees: numberArg(args, 'margin', { least: 5, most: 25 }),
      visible: numberArg(args, 'visible', { least: 0.3, most: 1 }),
      ratio: numberArg(args, 'ratio', { least: 1.1, most: 2 }),
    },
    photo: readPhoto(args),
  };
}

/** Scenes of one seed. */
export function openMaker(args: Difficulty, seed: number): Maker<MmsiSample> {
  const difficulty = readDifficulty(args);
  const renderer = new ShotRenderer();
  return {
    make(scene, opts = {}) {
      const counted: Record<string, number> = {};
      const { draft, rejected } = attempt({ generator, seed, scene }, (n) =>
        draftScene({ renderer, seed, scene, n, ...difficulty, counted, draft: opts.draft ?? false }),
      );
      return finish(draft, { renderer, seed, scene, ...opts, rejected: { ...counted, ...rejected } });
    },
  };
}

interface Drafting extends Difficulties {
  renderer: ShotRenderer;
  seed: number;
  scene: number;
  n: number;
  /** Sketches only: nothing is rendered in full. */
  draft: boolean;
  counted: Record<string, number>;
}

/** Questions, and the pictures of one place among which they were found. */
interface SceneDraft {
  questions: ViewsQuestion[];
  margins: Margins;
  graph: ShotGraph;
}

/** The questions about one place, or why there are not as many. */
function draftScene(draft: Drafting): SceneDraft | string {
  const { renderer, seed, scene, n, objects, margins, photo } = draft;
  const stream = (name: string) => random(seed, generator, scene, name, n);
  const indices = Array.from({ length: perScene }, (_, k) => scene * perScene + k);
  const asked = indices.map((index) => askedAs(seed, index));
  const fitting = settings.filter((setting) => asked.every((one) => one.settings.includes(setting)));
  // The same in every attempt: otherwise settings in which an answer is rare would be rare with that answer.
  const setting = random(seed, generator, scene, 'setting').pick(fitting);
  const counts = asked.filter(({ template }) => template === count);
  const alike = Math.max(0, ...counts.map((one) => alikeFor({ ...one, views: draft.views })));
  const place = makePlace({ seed: [seed, generator, scene, n], setting, objects, alike });
  const take = renderer.open(place, photo.sensor, stream('sensor'));
  const graph = new ShotGraph({ place, take, random: stream('cameras'), visible: margins.visible, level: photo.level });
  for (let k = 0; k < FIRST; k += 1) if (!graph.grow()) return 'nowhere to take pictures from';
  // Nothing is printed before there is a candidate for every question: pictures are what takes time.
  const found: ViewsQuestion[][] = [];
  for (const [k, index] of indices.entries()) {
    const candidates = find(draft, graph, index, at(asked, k));
    if (typeof candidates === 'string') return candidates;
    graph.use(at(candidates, 0).shots);
    found.push(candidates);
  }
  if (draft.draft) return { graph, margins, questions: found.map((candidates) => at(candidates, 0)) };
  const questions = found.map((candidates, k) => firstGood(candidates, graph, { ...draft, luck: at(asked, k).luck }));
  return questions.every((question) => question !== null)
    ? { graph, margins, questions }
    : 'seen closely, something is not as clear';
}

/**
 * What is drawn before anything is looked at: the category, the template, which option is right, and how lucky somebody is who sees
 * one figure alone. Each question by itself: nothing that was asked before tells of it.
 */
function askedAs(seed: number, index: number) {
  const category = at(categories, index % categories.length);
  const stream = (name: string) => random(seed, generator, name, index);
  return {
    ...category,
    template: stream('template').pick(category.templates),
    right: stream('right').pick([0, 1, 2, 3] as const),
    luck: stream('luck').next(),
    style: () => stream('style'),
  };
}

function find(
  draft: Drafting,
  graph: ShotGraph,
  index: number,
  asked: ReturnType<typeof askedAs>,
): ViewsQuestion[] | string {
  const { seed, n, counted, margins, views } = draft;
  const { template, right, name, style, luck } = asked;
  const brief: Brief = {
    graph,
    margins,
    views,
    right,
    style,
    names: () => random(seed, generator, 'names', index, Math.floor(n / PATIENCE)),
    random: random(seed, generator, 'choice', index, n),
  };
  const good: ViewsQuestion[] = [];
  for (let more = 0; ; more += STEP) {
    let tried = 0;
    for (const question of template(brief)) {
      const problem = problemOf(question, { margins, luck });
      if (problem) counted[problem] = (counted[problem] ?? 0) + 1;
      else good.push(question);
      tried += 1;
      if (tried === CANDIDATES || good.length === PRINTED) break;
    }
    if (good.length > 0) return good;
    if (more >= MORE) return `no such question here: ${name}`;
    for (let k = 0; k < STEP; k += 1) graph.grow(template.aside?.(brief));
  }
}

/** The first question with its real pictures in which everything is clear and the solver comes to the same answer. */
function firstGood(
  candidates: readonly ViewsQuestion[],
  graph: ShotGraph,
  { margins, counted, luck }: Drafting & { luck: number },
): ViewsQuestion | null {
  for (const candidate of candidates) {
    const printed = { ...candidate, shots: candidate.shots.map((sketch) => graph.print(sketch)) };
    const isClear = candidate.named.every((spot) => {
      const id = idOf(spot);
      return id === undefined || printed.shots.some((shot) => graph.clear(shot, id));
    });
    const problem = isClear ? problemOf(printed, { margins, luck }) : 'something cannot be seen well';
    if (!problem) return printed;
    counted[problem] = (counted[problem] ?? 0) + 1;
  }
  return null;
}

/**
 * Why a question is not asked: the solver comes to another answer, or one figure rules out more than one option. What a single
 * figure suggests is to be right as often as chance is, no less: otherwise it would be known for being wrong.
 */
function problemOf(question: ViewsQuestion, { margins, luck }: { margins: Margins; luck: number }): string | null {
  const { ask, options, shots, right } = question;
  const verdicts = solve(ask, options, { shots, margins });
  if (verdicts.some((verdict, k) => verdict === 'yes' && k !== right)) return 'the pictures say otherwise';
  if (!verdicts.every((verdict, k) => verdict === (k === right ? 'yes' : 'no'))) return 'the pictures leave it open';
  const { open, guessed } = leftByOnePicture(ask, options, { shots, margins });
  if (open.length < options.length - 1) return 'one figure tells too much';
  const isGuess = guessed.length < open.length;
  return isGuess && guessed.includes(right) !== luck < guessed.length / open.length
    ? 'one figure misleads, or not'
    : null;
}

interface Finishing extends MakeOptions {
  renderer: ShotRenderer;
  seed: number;
  scene: number;
  rejected: Record<string, number>;
}

/** Letters, and the pictures as files. */
function finish(
  scene: SceneDraft,
  { renderer, seed, scene: number, rejected, draft, maps }: Finishing,
): Made<MmsiSample> {
  const { questions } = scene;
  const shown = [...new Set(questions.flatMap(({ shots }) => shots))];
  const samples = questions.map((question, k): MmsiSample => {
    const index = number * perScene + k;
    const answer = random(seed, generator, 'letter', index).pick(letters);
    const wrong = random(seed, generator, 'options', index).shuffle(
      question.options.filter((_, n) => n !== question.right),
    );
    const choices = Object.fromEntries(
      letters.map((letter) => [
        letter,
        letter === answer ? at(question.options, question.right) : at(wrong.splice(-1), 0),
      ]),
    );
    const media = question.shots.map((shot) => renderer.file(shot)?.ref ?? unprinted(shot));
    const category = at(categories, index % categories.length).name;
    const level = levelOf(question);
    return {
      id: String(index),
      cluster: clusterOf(index),
      groups: { category, images: String(media.length), difficulty: level },
      media,
      question: joinQuestion({ stem: question.stem, options: choices }),
      stem: question.stem,
      choices,
      answer,
      label: category,
      original: String(index),
      thought: question.thought,
      difficulty: level,
    };
  });
  const ablations = questions.map((question, k) => ablationsOf(question, at(samples, k), scene.margins));
  const made = { samples, ablations, files: shown.flatMap((shot) => renderer.file(shot) ?? []), rejected };
  if (draft) return made;
  return {
    ...made,
    scene: record(scene, shown, made),
    ...(maps && { maps: shown.map(({ picture }) => mapsOf(picture)) }),
  };
}

/** What somebody answers who sees a single figure: any of the options that it leaves. */
function ablationsOf({ ask, options, shots }: ViewsQuestion, { choices }: MmsiSample, margins: Margins): Ablations {
  const { guessed } = leftByOnePicture(ask, options, { shots, margins });
  const words = guessed.map((n) => at(options, n));
  const left = Object.entries(choices).filter(([, option]) => words.includes(option));
  return { 'one-picture': left.map(([answer]) => ({ answer: { answer }, weight: 1 })) };
}

function record(
  { questions, graph }: SceneDraft,
  shown: readonly Shot[],
  { samples, files }: Pick<Made, 'samples' | 'files'>,
): SceneRecord {
  const pictures = shown.map((shot, n) => {
    const moved = graph.movedIn(shot);
    return recordPicture(shot.picture, {
      sha256: at(files, n).ref.sha256,
      seen: recordSight(shot),
      ...(moved && { moved: [{ id: moved.id, position: moved.position, yaw: moved.yaw }] }),
    });
  });
  const showing = questions.map(({ shots }, k) => ({
    id: at(samples, k).id,
    pictures: shots.map((shot) => shown.indexOf(shot)),
  }));
  return recordPlace(graph.place, { pictures, samples: showing });
}

/** A placeholder: drafts have no picture files. */
function unprinted({ picture: { width, height } }: Shot): MediaRef {
  return { sha256: '0'.repeat(64), type: 'image/png', bytes: 0, width, height };
}

/** By how many facts have to be put together. */
function levelOf({ steps }: ViewsQuestion): string {
  return steps <= 2 ? 'easy' : steps <= 4 ? 'medium' : 'hard';
}
