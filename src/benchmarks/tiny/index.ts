import type { Aggregate, Benchmark } from '../../contracts/index.ts';
import { meanAggregate } from '../../stats/index.ts';
import { protocols } from './protocols.ts';
import { TinySample } from './sample.ts';
import { score, truth } from './score.ts';

/**
 * The mean score. A blind guesser has 0.25 where all units are multiple choice. Where there is pointing it depends on the size
 * of every shape and on how one guesses, so no chance is claimed.
 */
const accuracy: Aggregate = (results) => {
  const onlyChoices = results.length > 0 && results.every(({ groups }) => groups.kind === 'choice');
  return meanAggregate('accuracy', onlyChoices ? 0.25 : undefined)(results);
};

/** Drawn shapes to choose from and to point at: made on the spot, so that everything can be tried without any data. */
export const tiny: Benchmark<TinySample> = {
  id: 'tiny',
  title: 'Tiny',
  about: 'Drawn shapes: point to one, or choose by count, position and distance. Generated; needs no data.',
  needsData: false,
  args: { count: '100', seed: '1' },
  protocols,
  breakdowns: [['kind'], ['relation'], ['steps']],
  schema: TinySample,
  // Only loading needs Node; scoring also runs in the browser.
  load: async (opts) => (await import('./load.ts')).load({ ...opts, args: { ...tiny.args, ...opts.args } }),
  fields(sample) {
    const options = sample.kind === 'choice' ? Object.entries(sample.choices) : [];
    const lines = options.map(([letter, option]) => `\n${letter}. ${option}`);
    return { question: sample.question + lines.join(''), suffix: sample.suffix };
  },
  space: (sample) => (sample.kind === 'choice' ? { choices: sample.choices } : { size: sample.size }),
  show(sample) {
    const { question, media: pictures } = sample;
    if (sample.kind === 'choice') return { question, pictures, choices: sample.choices };
    return { question, pictures, target: { size: sample.size, mask: sample.mask } };
  },
  evidence: (sample) => (sample.kind === 'point' ? [sample.mask] : []),
  truth,
  label: {
    of: (sample) => (sample.kind === 'choice' ? sample.answer : undefined),
    corrected: (sample, label) => (sample.kind === 'choice' ? { ...sample, answer: String(label) } : sample),
  },
  scorers: { hit: { score } },
  aggregates: { accuracy },
};
