import type { AnswerArm, Contestant, Model } from '../../contracts/index.ts';
import { answering } from '../run/respond.ts';

/** Wraps a model as a contestant for `runUnits`. */
export function measured(model: Model) {
  const { id, settings, capabilities } = model;
  const answer: AnswerArm = { capabilities, ask: (request, signal) => model.answer(request, signal) };
  const contestant: Contestant = { id, settings, answer, close: async () => {} };
  return { contestant, respond: answering(answer) };
}
