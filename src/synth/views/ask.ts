import type { Shot } from '../../scenes/index.ts';
import type { CompassPoint, Flat } from './directions.ts';

/**
 * Something a question speaks of: where a figure was taken (counted from 0), an item or a region by what stands for it in
 * segmentations. An item may stand for the area around it.
 */
export type Referent = { figure: number } | { item: number; area?: string } | { region: number };

/** A standpoint, the direction that is straight ahead there, and what that direction is called. */
export interface ReferenceFrame {
  at: Referent;
  ahead: { view: number } | { towards: Referent };
  /** Quarter turns clockwise that they make before they look around. */
  turned?: number;
  /** `north` and so on; absent where the question speaks of left and right. */
  called?: CompassPoint;
}

/** What is asked, for the solver: no poses, no answer. Lists are in the order of the options. */
export type Ask =
  | { kind: 'direction'; frame: ReferenceFrame; to: Referent }
  | { kind: 'claims'; frame: Omit<ReferenceFrame, 'at'>; claims: readonly { of: Referent; from: Referent }[] }
  | { kind: 'turns'; stops: readonly Referent[] }
  | { kind: 'nearest' | 'farthest'; from: Referent; among: readonly Referent[] }
  | { kind: 'ratio'; unit: readonly [Referent, Referent]; of: readonly [Referent, Referent] }
  | { kind: 'count'; items: readonly number[] }
  | { kind: 'turning' }
  /** Where the last camera is from the first one: to which side, and whether above it. */
  | { kind: 'perch' }
  /** How an item was turned; where the camera is in its own frame, in the first figure and in the last: pictures do not tell what a front is. */
  | { kind: 'rotated'; item: number; facing: readonly [Flat, Flat] }
  | { kind: 'moving'; item?: number; called?: CompassPoint };

/** A question before its options get letters. */
export interface ViewsQuestion {
  shots: readonly Shot[];
  /** Without its options. */
  stem: string;
  options: readonly string[];
  /** Which of them is right. */
  right: number;
  ask: Ask;
  /** What it speaks of: some figure must show each clearly. */
  named: readonly Referent[];
  /** The reasoning that leads to the answer. */
  thought: string;
  /** Facts that have to be put together, 1 …: what makes it hard, beside the number of figures. */
  steps: number;
}

export const perScene = 6;

/** Questions about one place are not independent. */
export function clusterOf(index: number): string {
  return `scene-${Math.floor(index / perScene)}`;
}
