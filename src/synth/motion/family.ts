import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type DsiSample, type DsiView, dsiCategory, views } from '../../benchmarks/index.ts';
import { type Ablations, SextantError } from '../../contracts/index.ts';
import { Renderer } from '../../render/index.ts';
import { develop } from '../../scenes/index.ts';
import { random } from '../../stats/index.ts';
import { writeCsv } from '../../tables/index.ts';
import { at } from '../../util/index.ts';
import { attempt } from '../drawing.ts';
import type { Difficulty, Family, Made, MakeOptions, Maker } from '../family.ts';
import { readPhoto } from '../photo.ts';
import { mapsOf } from '../scene-record.ts';
import { wholeArg } from '../settings.ts';
import { CLIP } from './camera.ts';
import { type ClipDifficulty, type ClipDraft, type ClipTask, draftClip, shoot } from './draft.ts';
import { encodeViews, filmFrames, filmStrip } from './film.ts';
import { kinds } from './kinds/index.ts';
import type { QuestionKind } from './kinds/kind.ts';
import { fronted } from './movements/fronted.ts';
import type { Span } from './movements/movement.ts';
import { recordClip } from './record.ts';
import { FRAMES, seenIn, type Trajectory } from './trajectory.ts';
import { ask, type ClipWording, drawWording, inWords } from './wording.ts';

const generator = 'synth-motion-6';
const letters = ['A', 'B', 'C', 'D'] as const;

/** As the published benchmark's reader names them. */
const idOf = (index: number) => `${number(Math.floor(index / 4))}/${views[index % 4]}`;
const number = (scene: number) => String(scene).padStart(4, '0');

function open(args: Difficulty, seed: number): Maker<DsiSample> {
  const difficulty: ClipDifficulty = {
    objects: wholeArg(args, 'objects', { least: 3, most: 12 }),
    slant: wholeArg(args, 'slant', { least: 0, most: 18 }),
    movers: wholeArg(args, 'movers', { least: 0, most: 2 }),
    photo: readPhoto(args),
  };
  const renderer = new Renderer();
  return { make: (scene, opts) => make(renderer, difficulty, seed, scene, opts ?? {}) };
}

async function make(
  renderer: Renderer,
  difficulty: ClipDifficulty,
  seed: number,
  scene: number,
  opts: MakeOptions,
): Promise<Made<DsiSample>> {
  const task = taskOf(seed, scene);
  const { kind } = task;
  const { draft, rejected } = attempt({ generator, seed, scene }, (n) =>
    draftClip(renderer, { ...task, difficulty, stream: [generator, seed, scene, n] }),
  );
  const path = `${draft.place.setting}/${number(scene)}.mp4`;
  const wording = drawWording(random(generator, seed, 'wording', scene));
  const asked = questions(draft, { kind, wording, seed, scene, path });
  const ablations = ablationsOf(draft, asked, wording);
  if (opts.draft) return { samples: asked, ablations, files: [], rejected };
  const pictures = filmFrames(renderer, draft);
  const dice = random(generator, seed, 'sensor', scene);
  for (const { rgb } of pictures) develop(rgb, CLIP, difficulty.photo.sensor, dice);
  const frames = pictures.map(({ rgb }) => rgb);
  const clips = await encodeViews(frames);
  return {
    samples: asked.map((sample) => ({ ...sample, media: [clips[sample.view].ref] })),
    ablations,
    files: views.map((view) => clips[view]),
    rejected,
    scene: recordClip(draft, pictures, asked),
    ...(opts.maps && { maps: pictures.map((_, frame) => mapsOf(shoot(renderer, draft, frame).picture)) }),
    ...(opts.preview ? { preview: [filmStrip(frames)] } : {}),
  };
}

/** Categories take turns; everything else is drawn for each clip by itself, so that no clip tells of another. */
function taskOf(seed: number, scene: number): ClipTask {
  const category = scene % CATEGORIES;
  const stream = (name: string) => random(generator, seed, name, scene);
  const kind = stream('kind').pick(kinds.filter((kind) => kind.category === category));
  return {
    kind,
    option: stream('option').int(4),
    luck: stream('luck').next(),
    span: stream('span').pick(kind.spans),
    ...(kind.fronted ? { who: stream('who').pick(fronted) } : {}),
  };
}
const CATEGORIES = 6;

/** The question in each view: words, options and truth come from the view's own world. */
function questions(
  draft: ClipDraft,
  {
    kind,
    wording,
    seed,
    scene,
    path,
  }: { kind: QuestionKind; wording: ClipWording; seed: number; scene: number; path: string },
): DsiSample[] {
  const question = number(scene);
  return views.map((view) => {
    const answer = random(generator, seed, 'letter', scene, view).pick(letters);
    const right = draft.right[view];
    const wrong = random(generator, seed, 'options', scene, view).shuffle(kind.options.filter((o) => o !== right));
    const choices = Object.fromEntries(
      letters.map((letter) => [letter, inWords(letter === answer ? right : at(wrong.splice(-1), 0), wording)]),
    );
    return {
      id: `${question}/${view}`,
      cluster: path,
      groups: { question, view, category: dsiCategory(kind.category), source: draft.place.setting },
      media: [],
      view,
      path,
      category: kind.category,
      question: ask(kind, wording, draft.target, spanOf(seenIn(view, draft.trajectory))),
      options: letters.map((letter) => `${letter}: ${choices[letter]}`).join('; '),
      answer,
      choices,
    };
  });
}

function spanOf({ moment: [first, last] }: Trajectory): Span {
  if (first > 0) return last < FRAMES - 1 ? 'middle' : 'second';
  return last < FRAMES - 1 ? 'first' : 'whole';
}

/** What those answer who know a part of the clip, in the letters of a view. */
function ablationsOf(draft: ClipDraft, samples: readonly DsiSample[], wording: ClipWording): Ablations[] {
  return samples.map(({ view, choices }) => {
    const named = Object.entries(draft.partly[view]).map(([name, options]: [string, readonly string[]]) => {
      const words = options.map((option) => inWords(option, wording));
      const left = Object.entries(choices).filter(([, option]) => words.includes(option));
      return [name, left.map(([answer]) => ({ answer: { answer }, weight: 1 }))];
    });
    return Object.fromEntries(named);
  });
}

/** Clips of simulated scenes, with a question in four views. */
export const motion: Family<DsiSample> = { generator, perScene: views.length, idOf, open, publish };

const columns = ['cate', 'relative_path', 'video_type', 'question', 'options', 'GT', 'others'];

/** The published benchmark's own form: a table and a folder of clips per view, and one table of all. */
async function publish(scenes: AsyncIterable<Made<DsiSample>>, dir: string): Promise<void> {
  const rows = new Map<DsiView, (string | null)[][]>(views.map((view) => [view, []]));
  for await (const { samples, files } of scenes) {
    for (const { view, path, category, question, options, answer, media } of samples) {
      const file = files.find(({ ref }) => ref.sha256 === media[0]?.sha256);
      if (!file) throw new SextantError('internal', `${path} has no clip`);
      const target = join(dir, 'videos', view, path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, file.bytes);
      rows.get(view)?.push([String(category), path, null, question, options, answer, null]);
    }
  }
  for (const [view, own] of rows) writeCsv(join(dir, 'metadatas', `${view}.csv`), columns, own);
  const all = [...rows].flatMap(([view, own]) => own.map((row) => [...row, view]));
  writeCsv(join(dir, 'metadata_4aug.csv'), [...columns, 'aug'], all);
}
