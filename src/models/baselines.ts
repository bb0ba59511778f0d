import { type Answer, type Json, type Model, type Peek, ProviderError } from '../contracts/index.ts';
import { random } from '../stats/index.ts';

interface Baseline {
  about: string;
  peeks: 'space' | 'truth';
  settings(seed: number): Record<string, Json>;
  /** Null when it has nothing to say to such a question. */
  choose(peek: Peek, unit: { id: string; epoch: number }, seed: number): Answer | null;
}

/** Answerers that see no picture: what they score is what a real model has to beat. */
export const baselines: Readonly<Record<string, Baseline>> = {
  random: {
    about: 'guesses: each option, or each pixel, equally likely',
    peeks: 'space',
    settings: (seed) => ({ seed }),
    choose({ space: { choices, size } }, { id, epoch }, seed) {
      const dice = random(seed, id, epoch);
      if (choices) return { answer: dice.pick(Object.keys(choices)) };
      return size ? { points: [[dice.int(size.width), dice.int(size.height)]] } : null;
    },
  },
  first: {
    about: 'always the first option, or the top left pixel',
    peeks: 'space',
    settings: () => ({}),
    choose: ({ space }) => firstChoice(space.choices) ?? (space.size ? { points: [[0, 0]] } : null),
  },
  center: {
    about: 'always the middle of the picture, or the first option',
    peeks: 'space',
    settings: () => ({}),
    choose({ space: { choices, size } }) {
      if (size) return { points: [[Math.floor(size.width / 2), Math.floor(size.height / 2)]] };
      return firstChoice(choices) ?? null;
    },
  },
  oracle: {
    about: 'knows the right answer: shows that the scoring can reach its top',
    peeks: 'truth',
    settings: () => ({}),
    choose: ({ truth }) => truth ?? null,
  },
};

/** A baseline as a model, or null when there is none of this name. */
export function baselineModel(name: string, seed: number): Model | null {
  const baseline = Object.hasOwn(baselines, name) ? baselines[name] : undefined;
  if (!baseline) return null;
  return {
    id: `baseline/${name}`,
    capabilities: { maxImages: Number.MAX_SAFE_INTEGER, video: true, coordinates: null, peeks: baseline.peeks },
    settings: baseline.settings(seed),
    async answer({ peek, unit }) {
      if (!peek) throw new ProviderError('rejected', `baseline/${name} was not told what may be answered`);
      const answer = baseline.choose(peek, unit, seed);
      return { text: answer ? peek.write(answer) : '', finish: 'stop' };
    },
  };
}

function firstChoice(choices: Record<string, string> | undefined): Answer | undefined {
  const letter = Object.keys(choices ?? {})[0];
  return letter === undefined ? undefined : { answer: letter };
}
