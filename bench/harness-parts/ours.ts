import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
// Loaded before the clock starts, as in the bare loop.
import 'undici';
import { openContestant } from '../../src/contestants/index.ts';
import { type Benchmark, type Dataset, Sample } from '../../src/contracts/index.ts';
import { answering, machineClock as clock, runUnits, specFor, summariseRun } from '../../src/engine/index.ts';
import { describeImage } from '../../src/media/index.ts';
import { meanAggregate } from '../../src/stats/index.ts';
import { Gate } from '../../src/util/index.ts';
import { startClock } from '../measure.ts';

/** The same requests through the engine: journal, blobs, outcomes, scoring and summary on. Several ports, with commas, are replicas. */
const [dir = '', port = '', count = '', concurrency = '', folder = ''] = process.argv.slice(2);
/** Bytes between `sample` and `bytes`, as a data set that reads a file once would keep them. */
const pictures = new Map<string, Buffer>();

const dataset: Dataset = {
  sha256: '0'.repeat(64),
  source: dir,
  onDisk: true,
  ids: Array.from({ length: Number(count) }, (_, i) => `q${i}`),
  warnings: [],
  async sample(index) {
    const picture = await readFile(join(dir, `${index % 1000}.jpg`));
    const ref = describeImage(picture);
    pictures.set(ref.sha256, picture);
    return { id: `q${index}`, cluster: `q${index}`, groups: { half: index % 2 ? 'odd' : 'even' }, media: [ref] };
  },
  async bytes({ sha256 }) {
    const picture = pictures.get(sha256);
    pictures.delete(sha256);
    if (!picture) throw new Error('asked for twice');
    return picture;
  },
};
const benchmark: Benchmark = {
  id: 'bench',
  title: 'bench',
  about: 'pictures from a folder',
  needsData: true,
  args: {},
  protocols: [
    {
      id: 'bench/letter',
      about: 'one letter',
      prompt: [{ media: 'all' }, { text: 'Question {id}: A or B?' }],
      decoding: { temperature: 0, maxTokens: 16 },
      extractor: 'choice/letter',
      scorer: 'letter',
      aggregate: 'mean',
      askAgain: 0,
    },
  ],
  breakdowns: [['half']],
  schema: Sample,
  load: async () => dataset,
  fields: ({ id }) => ({ id }),
  space: () => ({ choices: { A: 'left', B: 'right' } }),
  show: ({ id, media }) => ({ question: `Question ${id}: A or B?`, pictures: media }),
  truth: () => ({ answer: 'A' }),
  scorers: {
    letter: { score: (_, extraction) => ({ value: 'answer' in extraction && extraction.answer === 'A' ? 1 : 0 }) },
  },
  aggregates: { mean: meanAggregate('accuracy', 0.5) },
};

const [protocol] = benchmark.protocols;
if (!protocol) throw new Error('there is one');
const urls = port.split(',').map((each) => `http://127.0.0.1:${each}/v1`);
const tell = startClock();
const contestant = await openContestant(
  { model: 'openai/bench' },
  {
    env: { OPENAI_BASE_URL: urls[0] },
    cwd: dir,
    seed: 0,
    ...(urls.length > 1 && { endpoints: urls, concurrency: Number(concurrency) }),
  },
);
if (!contestant.answer) throw new Error('it answers');
const spec = specFor({
  benchmark,
  args: {},
  dataset,
  protocol,
  model: { id: contestant.id, settings: contestant.settings, readsTruth: false },
  select: {},
  epochs: 1,
  seed: 0,
});
const never = new AbortController().signal;
await runUnits({
  folder,
  spec,
  benchmark,
  dataset,
  keepMedia: false,
  contestant,
  respond: answering(contestant.answer),
  price: null,
  versions: {},
  gate: new Gate(contestant.answer.places ?? Number(concurrency), clock.now),
  retries: 0,
  clock,
  stop: never,
  abort: never,
});
const { summary } = await summariseRun(folder, benchmark);
tell();
await contestant.close();
if (summary.metrics[0]?.value !== 1 || summary.missing > 0) throw new Error(`wrong result: ${JSON.stringify(summary)}`);
