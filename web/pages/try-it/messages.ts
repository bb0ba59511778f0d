import type { Episode, Sample } from '../../../src/contracts/index.ts';
import type { Motion } from '../../replay/messages.ts';
import type { ReferenceHead } from '../../source/index.ts';

/** Where a network would go, on the picture that it was shown. */
export interface Heat {
  rows: number;
  columns: number;
  /** How hot each cell is, 0 … 1: the logarithm of how likely it is beside the hottest. */
  cells: Float32Array;
  /** The part of the picture that the cells cover, as fractions of its sides. */
  cover: { x: number; y: number; width: number; height: number };
  /** Where it points, as fractions of the picture's sides. */
  spot: { x: number; y: number };
  /** How long the network took. */
  ms: number;
}

/** What a robot's camera sees. */
export interface SeenPixels {
  width: number;
  height: number;
  rgb: Uint8Array;
}

/** What the page asks of the thread. The later request of a kind makes the earlier one void. */
export type TryRequest =
  /** Once, and first: relative addresses are those of the page. */
  | { do: 'open'; reference: ReferenceHead; base: string }
  /** Lays the table of a sample, to be looked at. */
  | { do: 'lay'; benchmark: string; sample: Sample }
  /** Where the network would go if it were told this. */
  | { do: 'look'; text: string }
  /** Lays the table again, and lets the network act on what it is told. @param target where known, the block that ends it */
  | { do: 'act'; text: string; target: string | undefined }
  /** Points at what the text means in a picture. */
  | { do: 'point'; picture: Uint8Array<ArrayBuffer>; type: string; text: string };

export type TryReply =
  | { opened: string }
  | Motion
  /** The table is laid; what the network's first camera sees of it, where it has any. */
  | { seen: SeenPixels | undefined }
  | { heat: Heat }
  /** How long a network that commands joints took for its latest commands. */
  | { decided: number }
  | { ended: Episode }
  | { failure: string };

/** @param turn that of the request that it answers */
export type Turned<T> = T & { turn: number };
