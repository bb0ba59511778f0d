import type { Aggregate, Benchmark, Scorer } from '../../contracts/index.ts';
import { meanAggregate } from '../../stats/index.ts';
import { controls } from './controls.ts';
import { diagnose } from './diagnose.ts';
import { firstChoiceMetrics } from './first-choice.ts';
import { metrics } from './metrics.ts';
import { printOfficial } from './official.ts';
import { protocols } from './protocols.ts';
import { published } from './published.ts';
import { dataSources, demonstrations } from './questions/data-sources.ts';
import { caution } from './reading.ts';
import { RsbSample } from './sample.ts';
import { choiceFacts, scoreEpisode, scoreFirstChoice } from './score.ts';
import { aliasesOf, type Suite, suites } from './suites.ts';
import { rsbVerbs } from './verbs/index.ts';
import { worldVersion } from './version.ts';

const scorers: Record<string, Scorer<RsbSample>> = {
  /** What was done. A model whose answer could not be read did nothing. */
  episode: {
    score: (sample, _, __, episode) => (episode ? scoreEpisode(sample, episode) : nothingDone(sample)),
  },
  /** The same, by the first block that was picked up. */
  'first-choice': {
    score: (sample, _, __, episode) => (episode ? scoreFirstChoice(sample, episode) : nothingDone(sample)),
  },
  /** What was said. */
  letter: {
    score(sample, extraction) {
      const chosen = 'answer' in extraction && extraction.answer !== null ? String(extraction.answer) : undefined;
      return {
        value: chosen === sample.answer ? 1 : 0,
        note: `right ${sample.answer}`,
        facts: choiceFacts(sample, chosen),
      };
    },
  },
};

const nothing = {
  ending: 'no_grasp',
  success: 0,
  grasped: 0,
  pinched: 0,
  picked: 0,
  firstChoice: 'none',
  handled: 0,
  touched: 0,
};

function nothingDone(sample: RsbSample) {
  return {
    value: 0,
    note: `right ${sample.answer}, nothing done`,
    facts: { ...nothing, ...choiceFacts(sample) },
  };
}

function benchmarkOf(suite: Suite): Benchmark<RsbSample> {
  const args = {
    episodes: String(suite.testEpisodes),
    seed: '0',
    split: 'test',
    instructions: 'unseen',
    check: 'expert',
    randomise: '',
    condition: 'question',
  };
  const data = dataSources[suite.source];
  const accuracy: Aggregate = meanAggregate('accuracy', 1 / suite.blocks);
  return {
    id: suite.id,
    aliases: aliasesOf(suite),
    ...(data && { dataId: suite.source, sources: [data] }),
    demonstrations: demonstrations[suite.id] ?? {},
    title: suite.title,
    about: `A robot hears a question and puts the block with the right answer, one of ${suite.blocks}, into the answer zone.`,
    needsData: data !== undefined,
    args,
    protocols,
    breakdowns: [['category'], ['side']],
    schema: RsbSample,
    // Only loading and acting need a world; scoring also runs in the browser.
    load: async (opts) => (await import('./load.ts')).load(suite, { ...opts, args: { ...args, ...opts.args } }),
    statistics: async (dataset) => (await import('./load.ts')).statistics(dataset),
    world: worldVersion,
    openWorld: async () => (await import('./world.ts')).openWorld(suite),
    fields: ({ instruction, question }) => ({ instruction, question }),
    space: ({ options }) => ({ choices: options }),
    show: ({ question, instruction, options, media }) => ({
      question,
      told: instruction,
      choices: options,
      pictures: media,
    }),
    truth: ({ answer }) => ({ answer }),
    scorers,
    aggregates: { metrics, 'first-choice': firstChoiceMetrics, accuracy },
    terms: {
      TSR: 'task success rate',
      GSR: 'grasp success rate',
      nSG: 'normalised semantic grounding: 0 for a blind choice, 100 for always the right block',
    },
    diagnose,
    caution,
    controls,
    printOfficial,
    verbs: rsbVerbs,
    published: suite.ours ? [] : published.filter(({ group }) => !group || group.key === suite.title),
  };
}

/** The six suites of RoboSemanticBench, and those of ours. */
export const rsbSuites: readonly Benchmark<RsbSample>[] = suites.map(benchmarkOf);
