export type Split = 'train' | 'test';

/** Where a suite's questions come from. */
export type SourceKind = 'arithmetic' | 'arithmetic-wide' | 'gsm8k' | 'mmlu';

/** One of the six tasks of RoboSemanticBench, or one of ours: so many blocks, and questions of one kind. */
export interface Suite {
  id: string;
  title: string;
  blocks: 4 | 10;
  labels: readonly string[];
  source: SourceKind;
  /** What the authors call it, and the configurations they train and evaluate it with; for ours, what they would. */
  taskName: string;
  trainConfig: string;
  evalConfig: string;
  /** Not the authors'. */
  ours?: true;
  /** What each of the authors' configurations means. */
  configs: Readonly<Record<string, Meaning>>;
  trainQuestions: number;
  testEpisodes: number;
  /** How many commands a policy has. */
  stepLimit: number;
}

/** What a configuration's name says beside the suite. */
export interface Meaning {
  /** Absent where the authors use one configuration for both. */
  split?: Split;
  episodes: number;
}

/** J is left out because it looks like I. */
const labels = { 4: [...'ABCD'], 10: [...'ABCDEFGHIK'] } as const;

const families = [
  {
    name: 'Math',
    source: 'arithmetic',
    trainQuestions: 500,
    train: 'train_500',
    eval: 'train_500',
    configs: { train_500: { episodes: 500 } },
  },
  {
    name: 'HardMath',
    source: 'gsm8k',
    trainQuestions: 7473,
    train: 'train_7473',
    eval: 'train_700',
    // Evaluation always runs 500 episodes, whatever the name of its configuration says.
    configs: { train_7473: { split: 'train', episodes: 7473 }, train_700: { split: 'test', episodes: 500 } },
  },
  {
    name: 'General',
    source: 'mmlu',
    trainQuestions: 10_000,
    train: 'train_10k',
    eval: 'test_500',
    configs: {
      train_10k: { split: 'train', episodes: 10_000 },
      train_2500: { split: 'train', episodes: 2500 },
      test_500: { split: 'test', episodes: 500 },
    },
  },
  {
    // Enough tasks to see how a policy learns from ever more of them.
    name: 'Math-Wide',
    ours: true,
    source: 'arithmetic-wide',
    trainQuestions: 10_000,
    train: 'train_10k',
    eval: 'test_500',
    configs: { train_10k: { split: 'train', episodes: 10_000 }, test_500: { split: 'test', episodes: 500 } },
  },
] as const;

export const suites: readonly Suite[] = families.flatMap(
  ({ name, source, trainQuestions, train, eval: test, configs, ...family }) =>
    ([4, 10] as const).map((blocks) => {
      const taskName = `rsb_${name.toLowerCase().replace('-', '_')}${blocks === 10 ? '_10blocks' : ''}`;
      return {
        id: `rsb-${name.toLowerCase()}-${blocks}`,
        title: `RSB-${name}-${blocks}`,
        blocks,
        labels: labels[blocks],
        source,
        taskName,
        ...family,
        trainConfig: `${taskName}_${train}`,
        evalConfig: `${taskName}_${test}`,
        configs: Object.fromEntries(Object.entries(configs).map(([key, meaning]) => [`${taskName}_${key}`, meaning])),
        trainQuestions,
        testEpisodes: 500,
        stepLimit: 400,
      };
    }),
);

/** The other names of a suite, and what each says about split and episodes. */
export function aliasesOf({ id, taskName, configs, ours, blocks }: Suite): Record<string, Record<string, string>> {
  const meanings = Object.entries(configs).map(([name, { split, episodes }]) => [
    name,
    { episodes: String(episodes), ...(split === undefined ? {} : { split }) },
  ]);
  const short = ours && blocks === 4 ? { [id.replace('-4', '')]: {} } : {};
  return { [taskName]: {}, ...Object.fromEntries(meanings), ...short };
}
