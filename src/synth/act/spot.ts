/** A block as a reference sees it: where it lies on the table, and how far to the right it appears. */
export interface BlockSpot {
  label: string;
  colour: string;
  /** Metres; +x is the robot's right, +y leads away from it. */
  x: number;
  y: number;
  /** What decides about left and right: x on the table, or the column in a picture. */
  across: number;
  row: 'front' | 'back';
}

/** How clear a reference must be. */
export interface SpotMargins {
  /** Between two blocks of which one is farther left, in the unit of `across`. */
  across: number;
  /** Between the distances of two blocks of which one is nearer, in metres. */
  distance: number;
}

/** Blocks of one column are less than this apart across, in metres: half of what columns are. */
export const COLUMN = 0.055;
