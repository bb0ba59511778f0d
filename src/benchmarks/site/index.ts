import { type Benchmark, isOpen, type Protocol, type UnitResult } from '../../contracts/index.ts';
import { chanceAdjusted } from '../../stats/index.ts';
import { type LaterVersion, noReasoning, withLaterVersions } from '../later-versions.ts';
import { caa, optionsOf, qaBenchmark } from '../qa/benchmark.ts';
import { easiVerified } from '../qa/published.ts';
import type { QaSample } from '../qa/sample.ts';

const tail = 'Options:\n{colons}\nGive me the answer letter directly. The best answer is:';
const prompt = `{lead}Question: {trimmed}\n${tail}`;

const official: Protocol = {
  id: 'site/official',
  about: 'the authors’ own prompt and reader; where they guess at random, nothing is read, and the guess is a bracket',
  prompt: [{ interleaved: prompt }],
  video: { rule: 'uniform-ends', value: 32 },
  decoding: { temperature: 0, maxTokens: 1024 },
  extractor: 'site/official',
  scorer: 'answer',
  aggregate: 'caa-guess',
  askAgain: 0,
};

const easi: Protocol = {
  ...official,
  id: 'site/easi',
  about: 'EASI on VLMEvalKit: the question as it stands; EASI’s own reader, for which a gold letter beyond F is none',
  prompt: [{ interleaved: `{lead}Question: {question}\n${tail}` }],
  decoding: { temperature: 0, maxTokens: 2048 },
  extractor: 'mmsi/easi',
  scorer: 'easi',
  aggregate: 'caa',
};

const letter: Protocol = {
  ...official,
  id: 'site/letter',
  about: 'the authors’ prompt; the letter that is given, declared or set apart, and never a guess',
  extractor: 'choice/letter',
  aggregate: 'caa',
};

const lmms: Protocol = {
  ...official,
  id: 'site/lmms',
  about: 'lmms-eval: the authors’ prompt and reader, copied, with the same random guess',
};

const everyPicture: LaterVersion = {
  about: `every picture is shown, however many marks the text has; ${noReasoning}`,
  prompt: [{ interleaved: prompt, along: 'media' }],
  extractor: 'site/official-no-reasoning',
};

/** What the authors' random choice makes of replies that nobody can read: its expectation, and the most that luck could give. */
const caaGuess = (results: readonly UnitResult[]) => {
  const metric = (name: string, score: (unit: UnitResult) => number) => {
    const guessed = results.map((unit) => (isUnread(unit) ? { ...unit, score: score(unit) } : unit));
    return chanceAdjusted({ name, results: guessed, options: optionsOf });
  };
  if (!results.some(isUnread)) return caa(results);
  return [
    ...caa(results),
    metric('CAA, guesses expected', (unit) => 1 / optionsOf(unit)),
    metric('CAA, all guesses right', () => 1),
  ];
};

function isUnread(unit: UnitResult): boolean {
  return !isOpen(unit) && unit.extraction !== null && 'answer' in unit.extraction && unit.extraction.answer === null;
}

/** Six kinds of spatial questions from many data sets, pictures and clips pooled into one number. */
export const site: Benchmark<QaSample> = qaBenchmark({
  id: 'site',
  title: 'SITE-Bench',
  about: 'Six kinds of spatial questions from many data sets, pictures and clips, by chance-adjusted accuracy (CAA).',
  args: { part: 'all' },
  protocols: withLaterVersions([official, letter, easi, lmms], { 'site/lmms': [everyPicture] }),
  breakdowns: [['category'], ['dataset'], ['medium'], ['options']],
  load: async (opts) => (await import('./load.ts')).load(opts),
  aggregates: { caa, 'caa-guess': caaGuess },
  published: easiVerified({ id: 'site', metric: 'CAA' }, [
    ['Qwen2.5-VL-3B-Instruct', 'Qwen/Qwen2.5-VL-3B-Instruct', 29.5, null, 33.1, null],
    ['Qwen2.5-VL-7B-Instruct', 'Qwen/Qwen2.5-VL-7B-Instruct', 31.4, null, 37.6, null],
  ]),
  sources: [{ repo: 'franky-veteran/SITE-Bench', revision: 'main', licence: 'see its page' }],
  dataNames: { 'site/easi': 'SiteBenchImage' },
});
