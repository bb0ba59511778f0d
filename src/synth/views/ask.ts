import type { Shot } from '../../scenes/index.ts';
import type { Point } from './directions.ts';

/**
 * Something a question speaks of: where a figure was taken (counted from 0), an item or a region by what stands for it in
 * segmentations. An item may stand for the area around it.
 */
export type Spot = { figure: number } | { item: number; area?: string } | { region: number };

/** Where somebody stands, which way they look, and what that way is called. */
export interface Frame {
  at: Spot;
  ahead: { view: number } | { towards: Spot };
  /** Quarter turns clockwise that they make before they look around. */
  turned?: number;
  /** `north` and so on; straight ahead without. */
  called?: Point;
}

/** What is asked, for the solver: no poses, no answer. Lists are in the order of the options. */
export type Ask =
  | { kind: 'direction'; frame: Frame; to: Spot }
  | { kind: 'claims'; frame: Omit<Frame, 'at'>; claims: readonly { of: Spot; from: Spot }[] }
  | { kind: 'turns'; stops: readonly Spot[] }
  | { kind: 'nearest' | 'farthest'; from: Spot; among: readonly Spot[] }
  | { kind: 'ratio'; unit: readonly [Spot, Spot]; of: readonly [Spot, Spot] }
  | { kind: 'count'; items: readonly number[] }
  | { kind: 'turning' }
  | { kind: 'moving'; item?: number; called?: Point };

/** A question before it has letters. */
export interface Question {
  shots: readonly Shot[];
  /** Without its options. */
  stem: string;
  options: readonly string[];
  /** Which of them is right. */
  right: number;
  ask: Ask;
  /** What it speaks of: some figure must show each clearly. */
  named: readonly Spot[];
  /** How one comes to the answer. */
  thought: string;
  /** Facts that have to be put together, 1 …: what makes it hard, beside the number of figures. */
  steps: number;
}
