import type { MmsiSample } from '../../benchmarks/index.ts';
import type { MediaRef } from '../../contracts/index.ts';
import { joinQuestion } from '../../extract/index.ts';
import { makePlace, type Shot, settings } from '../../scenes/index.ts';
import { random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { attempt, deal } from '../drawing.ts';
import type { Difficulty, Made, MakeOptions, Maker } from '../family.ts';
import { type PhotoSettings, readPhoto } from '../photo.ts';
import { mapsOf, recordPicture, recordPlace, recordSight, type SceneRecord } from '../scene-record.ts';
import { numberArg, wholeArg } from '../settings.ts';
import { clusterOf, perScene, type ViewsQuestion } from './ask.ts';
import { count } from './attributes.ts';
import { categories } from './categories.ts';
import { idOf, ShotGraph } from './shot-graph.ts';
import { ShotRenderer } from './shot-renderer.ts';
import { type Margins, solve } from './solve.ts';
import type { Brief } from './template.ts';

export const generator = 'synth-views-6';
const letters = ['A', 'B', 'C', 'D'] as const;

/** Points of view that a scene begins with, and how many more are added while a question is looked for. */
const FIRST = 8;
const MORE = 12;
const STEP = 4;
/** Of one template's questions, how many the solver is asked about, and how many of those that it agrees with are printed. */
const CANDIDATES = 8;
const PRINTED = 2;

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
  graph: ShotGraph;
}

/** The questions about one place, or why there are not as many. */
function draftScene(draft: Drafting): SceneDraft | string {
  const { renderer, seed, scene, n, objects, margins, photo } = draft;
  const stream = (name: string) => random(seed, generator, scene, name, n);
  const indices = Array.from({ length: perScene }, (_, k) => scene * perScene + k);
  const asked = indices.map((index) => askedAs(seed, index));
  const fitting = settings.filter((setting) => asked.every((one) => one.settings.includes(setting)));
  const setting = stream('setting').pick(fitting);
  const row = Math.max(0, ...asked.map(({ template, right }) => (template === count && right > 0 ? right + 1 : 0)));
  const place = makePlace({ seed: [seed, generator, scene, n], setting, objects, row });
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
  if (draft.draft) return { graph, questions: found.map((candidates) => at(candidates, 0)) };
  const questions = found.map((candidates) => firstGood(candidates, graph, draft));
  return questions.every((question) => question !== null)
    ? { graph, questions }
    : 'seen closely, something is not as clear';
}

/** What is dealt before anything is looked at: the category, the template, and which option is right. */
function askedAs(seed: number, index: number) {
  const category = at(categories, index % categories.length);
  const turn = Math.floor(index / categories.length);
  return {
    ...category,
    template: random(seed, generator, 'template', index).pick(category.templates),
    right: deal([0, 1, 2, 3] as const, turn, seed, generator, 'right', category.name),
  };
}

function find(
  draft: Drafting,
  graph: ShotGraph,
  index: number,
  asked: ReturnType<typeof askedAs>,
): ViewsQuestion[] | string {
  const { seed, n, counted, margins, views } = draft;
  const { template, right, name } = asked;
  const brief: Brief = {
    graph,
    margins,
    views,
    right,
    style: () => random(seed, generator, 'style', index),
    random: random(seed, generator, 'choice', index, n),
  };
  const good: ViewsQuestion[] = [];
  for (let more = 0; ; more += STEP) {
    let tried = 0;
    for (const question of template(brief)) {
      const problem = solved(question, margins);
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
  { margins, counted }: Drafting,
): ViewsQuestion | null {
  for (const candidate of candidates) {
    const printed = { ...candidate, shots: candidate.shots.map((sketch) => graph.print(sketch)) };
    const isClear = candidate.named.every((spot) => {
      const id = idOf(spot);
      return id === undefined || printed.shots.some((shot) => graph.clear(shot, id));
    });
    const problem = isClear ? solved(printed, margins) : 'something cannot be seen well';
    if (!problem) return printed;
    counted[problem] = (counted[problem] ?? 0) + 1;
  }
  return null;
}

/** Why the solver does not come to the same answer, if so. */
function solved({ ask, options, shots, right }: ViewsQuestion, margins: Margins): string | null {
  const verdicts = solve(ask, options, { shots, margins });
  if (verdicts.every((verdict, k) => verdict === (k === right ? 'yes' : 'no'))) return null;
  const wrong = verdicts.some((verdict, k) => verdict === 'yes' && k !== right);
  return wrong ? 'the pictures say otherwise' : 'the pictures leave it open';
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
    const answer = deal(letters, index, seed, generator, 'letters');
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
  const made = { samples, files: shown.flatMap((shot) => renderer.file(shot) ?? []), rejected };
  if (draft) return made;
  return {
    ...made,
    scene: record(scene, shown, made),
    ...(maps && { maps: shown.map(({ picture }) => mapsOf(picture)) }),
  };
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
