import type { Needs, Observation } from './policy.ts';
import type { Extras } from './sample.ts';

/** How an expert is troubled while it shows something; everything follows from seed and attempt. */
export interface Perturb {
  seed: number;
  /** Which try it is, from 0: what the expert cannot recover from is drawn anew. */
  attempt: number;
  /** How far each joint is from home at the start, in radians, at most. */
  start: number;
  /** How often an arm is pushed. */
  pushes: number;
  /** How often the block that is to be fetched is slid away. */
  nudges: number;
}

/** What was done to the expert, and when: frames from the first to before the last do not show what it would have done. */
export interface Disturbance {
  what:
    | { kind: 'start'; joints: number[] }
    | { kind: 'push'; arm: 'left' | 'right'; joints: number[] }
    | { kind: 'nudge'; block: string; x: number; y: number };
  /** Physics steps since the start, and frames. */
  steps: [from: number, to: number];
  frames: [from: number, to: number];
}

/** One recorded moment. */
export interface ShownFrame extends Pick<Observation, 'images' | 'state' | 'hands'> {
  /** Whether what happens until the next frame is the expert’s doing; absent where everything is. */
  byExpert?: boolean;
  /** What the expert would have told the drives next, where somebody else acts; null where it has no plan. */
  expertAction?: Float64Array | null;
}

/** What the expert shows, to be recorded. */
export interface ShownEpisode {
  seed: number;
  /** One by one, as the world goes on: colours are overwritten by the next. Throws `PolicyError` at the end when it did not succeed. */
  frames: Iterable<ShownFrame>;
  /** What each arm was planned to do, movement by movement: six joints per physics step. Complete once all frames were read. */
  paths: Record<'left' | 'right', { positions: Float64Array; velocities: Float64Array }[]>;
  /** What fills the templates of instructions. */
  info: Record<string, string>;
  /** What was asked, and how the scene lay: whoever writes the set says what it must hold. */
  semantics: Extras;
  instructions: { seen: string[]; unseen: string[] };
  /** Complete once all frames were read; absent where nothing was to be disturbed. */
  disturbances?: Disturbance[];
}

/** What is recorded of a demonstration, and how it is put into words. */
export interface Showing extends Omit<Needs, 'action' | 'peeks'> {
  /** Physics steps between two frames. */
  every: number;
  /** What the robot is told: the question, the answer’s text, or the block itself. */
  telling?: 'question' | 'named' | 'direct';
  perturb?: Omit<Perturb, 'seed'>;
}
