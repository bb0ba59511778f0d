import { colourQp, Quantiser } from './quantiser.ts';

/** How finely a picture is coded: its step size, and what follows from it. */
export interface Fineness {
  qp: number;
  /** What a bit is worth, in differences of pixels. */
  bit: number;
  luma: Quantiser;
  colour: Quantiser;
}

const sixths = [64, 72, 81, 91, 102, 114];

export function finenessOf(qp: number): Fineness {
  // Doubles with every six.
  const bit = Math.max(1, ((sixths[qp % 6] ?? 0) << Math.floor(qp / 6)) >> 9);
  return { qp, bit, luma: new Quantiser(qp), colour: new Quantiser(colourQp(qp)) };
}
