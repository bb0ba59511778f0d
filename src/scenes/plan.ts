import type { Random } from '../stats/index.ts';
import type { Area, Arrangement } from './arrange.ts';
import type { ItemKind } from './model.ts';
import type { Surroundings } from './settings/surroundings.ts';

/** How a setting is laid out. */
export interface SettingPlan {
  /** Least free space between two things, in metres. */
  gap: number;
  surroundings(dice: Random): Surroundings;
  /** Puts the big pieces there; where movable things may go. */
  furnish(arrangement: Arrangement): Area[];
  /** What is scattered on those areas. */
  movable: readonly ItemKind[];
  /** What stands on tops. */
  onTops: readonly string[];
  /** Colours that cannot be told from what is around. */
  without: readonly string[];
  /** What may stand in a row. */
  rows: readonly string[];
}
