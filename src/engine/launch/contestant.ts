import type { OpenModelOptions } from '../../contestants/index.ts';
import type { ExtractContext, Extractor, Model, RunSpec, Sample } from '../../contracts/index.ts';
import { type Acting, type Perform, performChoice, performPolicy } from '../stage/actors.ts';

/** What acting takes; hands also have to understand what a model answered. */
type Performance = Acting & { extractor: Extractor; contextOf(sample: Sample): ExtractContext };

type Contestant = RunSpec['model'] & {
  model: Model;
  /** With a stage, whatever is decided is also done. */
  perform(performance: Performance): Perform;
  /** How many of it may act at the same time. */
  atOnce?: number;
  close(): Promise<void>;
};

/** Who is measured: a model that answers or a policy that acts. */
export async function openContestant(
  who: { model: string } | { policy: string },
  opts: OpenModelOptions,
): Promise<Contestant> {
  const { openModel, openPolicy } = await import('../../contestants/index.ts');
  if ('model' in who) {
    const model = await openModel(who.model, opts);
    const { id, settings, capabilities } = model;
    return {
      id,
      settings,
      readsTruth: capabilities.peeks === 'truth',
      model,
      perform: (performance) => performChoice(model, performance),
      close: async () => model.close?.(),
    };
  }
  const policy = await openPolicy(who.policy, opts);
  const { id, settings, needs } = policy;
  const readsTruth = needs.peeks === 'truth';
  return {
    id,
    settings,
    readsTruth,
    ...(policy.atOnce ? { atOnce: policy.atOnce } : {}),
    model: {
      id,
      settings,
      // It is shown nothing here: what it sees, it sees in the world. Whether it knows the answer belongs into the run's file.
      capabilities: { maxImages: 0, video: false, coordinates: null, peeks: readsTruth ? 'truth' : 'nothing' },
      answer: () => Promise.reject(new Error('a policy needs a stage')),
    },
    perform: (performance) => performPolicy(who.policy, performance),
    close: async () => policy.close?.(),
  };
}
