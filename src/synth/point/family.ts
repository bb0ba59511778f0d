import type { RefspatialSample } from '../../benchmarks/index.ts';
import type { MediaRef } from '../../contracts/index.ts';
import { describeImage, encodePng } from '../../media/index.ts';
import { develop, PHOTO } from '../../scenes/index.ts';
import { random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { attempt } from '../drawing.ts';
import type { Difficulty, Family, Made, MadeFile, Maker } from '../family.ts';
import { readPhoto } from '../photo.ts';
import { mapsOf, recordPicture, recordPlace, recordSight } from '../scene-record.ts';
import { numberArg, wholeArg } from '../settings.ts';
import { drawDraft, type PictureDraft, TwoRenderers } from './draft.ts';
import { encode, publish } from './publish.ts';
import type { PointingQuestion } from './question.ts';
import type { Demands } from './situation.ts';
import { numberOf, stepMix, wishFor } from './wish.ts';

/** Another name whenever the same seed gives other bytes. */
const generator = 'synth-point-10';
/** One scene of a thousand takes more than 400 places; less and less is demanded of them. */
const MOST = 3000;
/** Every question has a picture of its own, so that its answer can be anywhere in it. */
const perScene = 1;

/** As the published benchmark has it. */
const suffix =
  'Your answer should be formatted as a list of tuples, i.e. [(x1, y1)], where each tuple contains the x and y coordinates of a point satisfying the conditions above. The coordinates should be between 0 and 1, indicating the normalized pixel locations of the points in the image.';

function idOf(index: number): string {
  const { split, number } = numberOf(index);
  return `${split}/${number}`;
}

function open(difficulty: Difficulty, seed: number): Maker<RefspatialSample> {
  const objects = wholeArg(difficulty, 'objects', { least: 8, most: 30 });
  const mix = stepMix(
    difficulty.steps === 'refspatial' ? 'refspatial' : wholeArg(difficulty, 'steps', { least: 1, most: 5 }),
  );
  const beyond = numberArg(difficulty, 'beyond', { least: 0, most: 1 });
  const { level, sensor } = readPhoto(difficulty);
  const demands: Demands = {
    visible: 1 - numberArg(difficulty, 'occlusion', { least: 0, most: 0.7 }),
    margin: numberArg(difficulty, 'margin', { least: 0.5, most: 3 }),
    candidates: wholeArg(difficulty, 'candidates', { least: 2, most: 9 }),
  };
  const renderers = new TwoRenderers();

  function draw(scene: number, n: number, refuse: (why: string) => void) {
    const wish = wishFor(scene, { mix, beyond, seed, attempt: n });
    const about = { seed: [seed, scene, n], objects, level, demands, refuse };
    return drawDraft(renderers, about, wish, random(seed, 'point', scene, n));
  }

  function photo(scene: number, { place, camera }: PictureDraft): MadeFile {
    const rgb = renderers.large.print(place, camera);
    develop(rgb, PHOTO, sensor, random(seed, 'sensor', scene));
    return file(rgb);
  }

  return {
    make(scene, { draft: isDraft = false, maps = false } = {}) {
      const refused: Record<string, number> = {};
      const refuse = (why: string) => {
        refused[why] = (refused[why] ?? 0) + 1;
      };
      const { draft, rejected } = attempt({ generator, seed, scene }, (n) => draw(scene, n, refuse), MOST);
      const drawn = maps ? { maps: [mapsOf(draft.shot.picture)] } : {};
      // Colours are rendered last: most drafts are rejected before.
      const images = isDraft ? [] : [photo(scene, draft)];
      const mask = file(draft.question.mask);
      const about = {
        cluster: images[0]?.ref.sha256 ?? `scene ${scene}`,
        media: images.map(({ ref }) => ref),
        scene: draft.place.scene,
      };
      const made = {
        samples: [sampleOf(scene, draft.question, mask.ref, about)],
        files: [...images, mask],
        ablations: [draft.question.ablations],
        rejected: { ...rejected, ...refused },
      };
      return isDraft ? made : { ...made, ...drawn, scene: record(draft, made) };
    },
  };
}

function record({ place, shot }: PictureDraft, { samples, files }: Pick<Made<RefspatialSample>, 'samples' | 'files'>) {
  const picture = recordPicture(shot.picture, { sha256: at(files, 0).ref.sha256, seen: recordSight(shot) });
  return recordPlace(place, { pictures: [picture], samples: samples.map(({ id }) => ({ id, pictures: [0] })) });
}

function file(pixels: Uint8Array): MadeFile {
  const bytes = encodePng({ ...PHOTO, pixels });
  return { ref: describeImage(bytes), bytes };
}

function sampleOf(
  index: number,
  { object, prompt, step }: PointingQuestion,
  mask: MediaRef,
  { cluster, media, scene }: Pick<RefspatialSample, 'cluster' | 'media'> & { scene: string },
): RefspatialSample {
  const { split, number } = numberOf(index);
  return {
    id: idOf(index),
    cluster,
    groups: { split, step: String(step), scene },
    media,
    split,
    number,
    object,
    prompt,
    suffix,
    step,
    scene,
    category: split,
    rgb_path: `image/${number}.png`,
    mask_path: `mask/${number}.png`,
    mask,
    size: PHOTO,
    maskChannels: 1,
  };
}

/** Pictures of simulated places, each with a question to point at the answer of. */
export const point: Family<RefspatialSample> = { generator, perScene, idOf, open, encode, publish };
