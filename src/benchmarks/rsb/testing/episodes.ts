import type { Episode, EpisodeEvent, UnitResult } from '../../../contracts/index.ts';
import type { RsbSample } from '../sample.ts';
import { scoreEpisode, scoreFirstChoice } from '../score.ts';

const labels = [...'ABCDEFGHIK'];
const colours = ['red', 'green', 'blue', 'yellow'];

/** A table with 4 or 10 blocks: in two rows, labels from left to right, near row first. */
export function sampleOf(opts: { id?: string; choices?: number; answer?: string; category?: string } = {}): RsbSample {
  const { id = 'q0', choices = 4, answer = 'A', category } = opts;
  const used = labels.slice(0, choices);
  return {
    id,
    cluster: id,
    groups: category === undefined ? {} : { category },
    media: [],
    split: 'test',
    index: 0,
    question: '1 + 1?',
    options: Object.fromEntries(used.map((label, i) => [label, String(i)])),
    answer,
    instruction: 'Put the right block into the zone.',
    seed: 100000,
    rejected: [],
    layout: {
      blocks: used.map((label, i) => ({
        label,
        colour: choices === 4 ? (colours[i] ?? '') : 'white',
        x: -0.262 + 0.115 * (i % (choices / 2)),
        y: i < choices / 2 ? 0 : 0.12,
        yaw: 0,
      })),
    },
  };
}

/** What happened, as words: `grasp B`, `pinch B left`, `placed B`; `success` ends it so, and after `end` the world ran on. */
export function episodeOf(...happenings: string[]): Episode {
  const events = happenings.map((happening, step): EpisodeEvent => {
    const [what = '', block, arm] = happening.split(' ');
    return {
      step,
      what,
      ...(block !== undefined && { block }),
      ...((arm === 'left' || arm === 'right') && { arm }),
    };
  });
  return {
    world: 'tabletop@1',
    start: '',
    hashes: [],
    steps: 100 + events.length,
    actions: { sha256: '', count: 7 },
    end: happenings.includes('success') ? 'success' : 'step_limit',
    events,
    placed: events.findLast(({ what }) => what === 'placed')?.block ?? null,
  };
}

/** What the engine makes of an episode; null is an error of the simulation. */
export function resultOf(
  sample: RsbSample,
  episode: Episode | null,
  { epoch = 0, score: scored = scoreEpisode } = {},
): UnitResult {
  const { id, cluster, groups } = sample;
  const about = { id, epoch, cluster, groups, extraction: null };
  if (!episode) return { ...about, outcome: 'sim_error', reason: 'simulation', score: null };
  const { value, ...rest } = scored(sample, episode);
  return { ...about, outcome: 'answered', score: value, ...rest };
}

/** A robot that carries a block to the zone. */
export function fetching(sample: RsbSample, label: string): Episode {
  const arm = 'left';
  const end = label === sample.answer ? ['success'] : [];
  return episodeOf(
    `touch ${label} ${arm}`,
    `grasp ${label} ${arm}`,
    `pinch ${label} ${arm}`,
    `placed ${label}`,
    ...end,
  );
}

/** The same where the world runs on afterwards. */
export function fetchingAtRest(sample: RsbSample, label: string): Episode {
  const end = label === sample.answer ? ['success'] : [];
  return episodeOf(
    ...['touch', 'grasp', 'pinch', 'lift', 'pick', 'placed'].map((what) => `${what} ${label} left`),
    ...end,
    'end',
    `rest ${label}`,
  );
}

/** This many results of one kind, of questions of their own, scored by the first choice. */
export function repeatedChoices(count: number, kind: string, episode: Episode | null, choices = 4): UnitResult[] {
  return Array.from({ length: count }, (_, i) =>
    resultOf(sampleOf({ id: `${kind} ${i}`, choices }), episode, { score: scoreFirstChoice }),
  );
}

/** This many results of one kind, of questions of their own. */
export function repeated(count: number, kind: string, episode: Episode | null, choices = 4): UnitResult[] {
  return Array.from({ length: count }, (_, i) => resultOf(sampleOf({ id: `${kind} ${i}`, choices }), episode));
}
