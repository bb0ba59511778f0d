import type { ExtractContext, Extractor, Model, RunSpec, Sample } from '../contracts/index.ts';
import { type Acting, actingModel, modelWithHands } from '../engine/index.ts';
import { type OpenModelOptions, openModel } from '../models/index.ts';

/** What acting takes; hands also have to understand what a model answered. */
type Performance = Acting & { extractor: Extractor; contextOf(sample: Sample): ExtractContext };

type Contestant = RunSpec['model'] & {
  /** As the engine sees it; with a stage, whatever is decided is also done. */
  asModel(performance?: Performance): Model;
  /** How many of it may act at the same time. */
  atOnce?: number;
  close(): Promise<void>;
};

/** Who is measured: a model that answers or a policy that acts. */
export async function openContestant(
  who: { model: string } | { policy: string },
  opts: OpenModelOptions,
): Promise<Contestant> {
  if ('model' in who) {
    const model = await openModel(who.model, opts);
    const { id, settings, capabilities } = model;
    return {
      ...{ id, settings, readsTruth: capabilities.peeks === 'truth' },
      asModel: (performance) => (performance ? modelWithHands(model, performance) : model),
      close: async () => model.close?.(),
    };
  }
  // Policies bring a whole world with them, which models do not need.
  const { openPolicy } = await import('../policies/index.ts');
  const policy = await openPolicy(who.policy, opts);
  const { id, settings, needs } = policy;
  return {
    ...{ id, settings, readsTruth: needs.peeks === 'truth', ...(policy.atOnce ? { atOnce: policy.atOnce } : {}) },
    asModel(performance) {
      if (!performance) throw new Error('a policy needs a stage');
      return actingModel(policy, who.policy, performance);
    },
    close: async () => policy.close?.(),
  };
}
