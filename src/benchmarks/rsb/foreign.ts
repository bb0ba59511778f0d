import { z } from 'zod';
import { type Episode, SextantError } from '../../contracts/index.ts';
import type { RsbSample } from './sample.ts';
import type { Suite } from './suites.ts';

/** What episodes that somebody else's simulator played are marked with. */
const FOREIGN = 'another simulator';

export function isForeign({ world }: Pick<Episode, 'world'>): boolean {
  return world.startsWith(FOREIGN);
}

/** `_result.txt`: two rates, and what they were measured with. */
export interface ForeignRates {
  time?: string;
  instructionType?: string;
  success: number;
  grasp: number;
}

/** @example parseRates('Timestamp: …\n\nTask Success Rate: 0.218\nGrasp Success Rate: 0.83\n', '_result.txt') */
export function parseRates(text: string, where: string): ForeignRates {
  const after = (name: string) => new RegExp(`^${name}:[ \\t]*(.+?)[ \\t]*$`, 'm').exec(text)?.[1];
  const rate = (name: string) => {
    const value = Number(after(name) ?? Number.NaN);
    if (value >= 0 && value <= 1) return value;
    throw new SextantError('bad_data', `there is no "${name}" from 0 to 1`, {
      where,
      fix: 'name a folder that RoboSemanticBench’s evaluation wrote; RoboTwin’s own has no grasp rate',
    });
  };
  const [time, instructionType] = [after('Timestamp'), after('Instruction Type')];
  return {
    success: rate('Task Success Rate'),
    grasp: rate('Grasp Success Rate'),
    ...(time !== undefined && { time }),
    ...(instructionType !== undefined && { instructionType }),
  };
}

/**
 * What is used of an episode's own file, whatever else it holds. Which keys the authors' `get_eval_metadata()` gives is not
 * published. Attested are `eval_success` and `any_block_grasp_success`, attributes of their environment; `success` and
 * `grasp_success` are what a public runner of their code calls the same two.
 */
const Verdict = z
  .looseObject({
    success: z.boolean().optional(),
    eval_success: z.boolean().optional(),
    any_block_grasp_success: z.boolean().optional(),
    grasp_success: z.boolean().optional(),
  })
  .transform((file) => ({
    success: agreed(file.success, file.eval_success),
    grasp: agreed(file.any_block_grasp_success, file.grasp_success),
  }));

/** Two names for the same value; undefined where they contradict each other. */
function agreed(one: boolean | undefined, other: boolean | undefined): boolean | undefined {
  return one === undefined || other === undefined || one === other ? (one ?? other) : undefined;
}

interface ForeignVerdict {
  success: boolean;
  grasp: boolean;
}

/** Success and grasp of an episode from its own file; undefined where it says nothing about them. */
export function verdictOf(file: unknown): ForeignVerdict | undefined {
  const { success, grasp } = Verdict.safeParse(file).data ?? {};
  return success === undefined || grasp === undefined ? undefined : { success, grasp };
}

/**
 * Episodes that give these rates. Which of them succeeded does not matter to any metric, but whether those that succeeded also
 * grasped does; where the files do not tell, they are taken to have, as far as the rates allow.
 */
export function episodesLike({ success, grasp }: ForeignRates, count: number, where: string): ForeignVerdict[] {
  const whole = (rate: number) => {
    const episodes = Math.round(rate * count);
    if (Math.abs(episodes - rate * count) < 1e-6 * count) return episodes;
    throw new SextantError('bad_data', `${rate} of ${count} episodes is not a whole number`, {
      where,
      fix: 'say with --episodes how many there were',
    });
  };
  const [successes, grasps] = [whole(success), whole(grasp)];
  return Array.from({ length: count }, (_, i) => ({ success: i < successes, grasp: i < grasps }));
}

/** As the run's journal has them. Of the question nothing is known, so nothing is said. */
export function asEpisode(suite: Suite, { success, grasp }: ForeignVerdict, index: number) {
  const id = `foreign-${String(index).padStart(5, '0')}`;
  const sample: RsbSample = {
    id,
    cluster: id,
    groups: {},
    media: [],
    split: 'test',
    index,
    question: '',
    answer: '',
    instruction: '',
    options: Object.fromEntries(suite.labels.map((label) => [label, ''])),
    seed: 0,
    rejected: [],
    layout: { blocks: [] },
  };
  const episode: Episode = {
    world: FOREIGN,
    start: '',
    hashes: [],
    steps: 0,
    actions: { sha256: '', count: 0 },
    placed: null,
    end: success ? 'success' : 'unknown',
    events: grasp ? [{ step: 0, what: 'grasp' }] : [],
  };
  return { sample, episode };
}
