import {
  type Answer,
  type AnswerSpace,
  type Json,
  type Lesson,
  type Model,
  type Peek,
  ProviderError,
  SextantError,
} from '../../contracts/index.ts';
import { random } from '../../stats/index.ts';
import { at } from '../../util/index.ts';
import { wordRules } from './blind.ts';

interface Baseline {
  about: string;
  peeks: 'space' | 'scene' | 'truth';
  settings(seed: number): Record<string, Json>;
  open(seed: number): Guesser;
}

/** Who guesses, during one run. */
export interface Guesser {
  /** Null when it has nothing to say to such a question. */
  choose(peek: Peek, asked: { id: string; epoch: number; text: string }): Answer | null;
  learn?(lesson: Lesson): void;
}

/** Answerers that see no picture: what they score is what a real model has to beat. */
export const baselines: Readonly<Record<string, Baseline>> = {
  random: {
    about: 'guesses: each option, each pixel, or each number of the range, equally likely',
    peeks: 'space',
    settings: (seed) => ({ seed }),
    open: (seed) => ({
      choose({ space: { choices, size, number } }, { id, epoch }) {
        const dice = random(seed, id, epoch);
        if (choices) return { answer: dice.pick(Object.keys(choices)) };
        if (number) return within(number, dice.next());
        return size ? { points: [[dice.int(size.width), dice.int(size.height)]] } : null;
      },
    }),
  },
  first: {
    about: 'always the first option, the top left pixel, or the least number',
    peeks: 'space',
    settings: () => ({}),
    open: () => ({
      choose({ space: { choices, size, number } }) {
        if (number) return within(number, 0);
        return firstChoice(choices) ?? (size ? { points: [[0, 0]] } : null);
      },
    }),
  },
  center: {
    about: 'always the middle of the picture or of the range, or the first option',
    peeks: 'space',
    settings: () => ({}),
    open: () => ({
      choose({ space: { choices, size, number } }) {
        if (number) return within(number, 0.5);
        if (size) return { points: [[Math.floor(size.width / 2), Math.floor(size.height / 2)]] };
        return firstChoice(choices) ?? null;
      },
    }),
  },
  blind: {
    about:
      'reads the question and sees nothing: the answer that went with such words in generated questions of other seeds',
    peeks: 'space',
    settings: () => ({ rules: 'words-1' }),
    open: wordRules,
  },
  kind: ablation('kind', 'knows what is where, and of the question only the kind of thing that is asked for'),
  boxes: ablation(
    'boxes',
    'follows every word of the question, but knows only boxes in the picture: no depth, no camera',
  ),
  'last-step': ablation('last-step', 'follows only the outermost relation, from any thing of its anchor’s kind'),
  'one-picture': ablation(
    'one-picture',
    'measures everything in one of several pictures, the one that rules out most options, and sees no other',
  ),
  ends: ablation('ends', 'measures everything in the first and the last frame of a clip, and sees none between them'),
  'still-camera': ablation('still-camera', 'measures everything in a clip, but takes the camera to stand still'),
  oracle: {
    about: 'knows the right answer: shows that the scoring can reach its top',
    peeks: 'truth',
    settings: () => ({}),
    open: () => ({ choose: ({ truth }) => truth ?? null }),
  },
};

/** Somebody who knows a part of the scene: what that comes to is worked out where questions are made. */
function ablation(name: string, about: string): Baseline {
  return {
    about,
    peeks: 'scene',
    settings: (seed) => ({ seed }),
    open: (seed) => ({
      choose({ ablations }, { id, epoch }) {
        const guesses = ablations?.[name];
        if (!guesses || guesses.length === 0) {
          throw new ProviderError(
            'rejected',
            `baseline/${name} is not defined for ${id}: it needs generated questions`,
          );
        }
        let rest = random(seed, name, id, epoch).next() * guesses.reduce((sum, { weight }) => sum + weight, 0);
        const chosen = guesses.find(({ weight }) => {
          rest -= weight;
          return rest < 0;
        });
        return (chosen ?? at(guesses, guesses.length - 1)).answer;
      },
    }),
  };
}

/**
 * A baseline as a model, or null when there is none of this name.
 * @example baselineModel('blind:lessons=24', 0) // learns from the first 24 lessons instead of all
 */
export function baselineModel(reference: string, seed: number): Model | null {
  const [, name = '', most] = /^([\w-]+)(?::lessons=([1-9]\d{0,5}))?$/.exec(reference) ?? [];
  const baseline = Object.hasOwn(baselines, name) ? baselines[name] : undefined;
  if (!baseline) return null;
  const guesser = baseline.open(seed);
  if (most !== undefined && !guesser.learn) return null;
  return {
    id: `baseline/${reference}`,
    capabilities: { maxImages: Number.MAX_SAFE_INTEGER, video: true, coordinates: null, peeks: baseline.peeks },
    settings: { ...baseline.settings(seed), ...(most === undefined ? {} : { lessons: Number(most) }) },
    async practise(lessons) {
      if (!guesser.learn) return;
      let learned = 0;
      for await (const lesson of lessons) {
        guesser.learn(lesson);
        learned += 1;
        if (learned === Number(most)) return;
      }
    },
    async answer({ peek, unit, parts }) {
      if (!peek) throw new ProviderError('rejected', `baseline/${name} was not told what may be answered`);
      const text = parts.map((part) => ('text' in part ? part.text : '')).join('\n');
      const answer = guesser.choose(peek, { ...unit, text });
      return { text: answer ? said(answer, peek) : '', finish: 'stop' };
    },
  };
}

/** As the protocol's reader wants it; an option that the reader knows no letter for is said as a model would say it. */
function said(answer: Answer, { space, write }: Peek): string {
  try {
    return write(answer);
  } catch (error) {
    if (space.choices && 'answer' in answer && error instanceof SextantError) return String(answer.answer);
    throw error;
  }
}

function firstChoice(choices: Record<string, string> | undefined): Answer | undefined {
  const letter = Object.keys(choices ?? {})[0];
  return letter === undefined ? undefined : { answer: letter };
}

/** The number at this share of the range; null where there is no range. */
function within({ range }: NonNullable<AnswerSpace['number']>, share: number): Answer | null {
  if (!range) return null;
  const [least, most] = range;
  return { answer: least + share * (most - least) };
}
