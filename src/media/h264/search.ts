import { signedLength } from './bits.ts';
import type { PlaneBytes } from './picture.ts';
import type { ReferencePicture } from './reference.ts';

/** Steps in quarters of a pixel: as long as one of them finds something better, it is taken again. */
const STEPS = [8, 4, 2, 1];

/** Looks for where a block of 16 was in another picture. The result stands in `dx` and `dy`. */
export class Search {
  dx = 0;
  dy = 0;
  readonly #source: PlaneBytes;
  #reference: ReferencePicture;
  #cost = 0;
  #x = 0;
  #y = 0;
  /** What the decoder expects: the farther from it, the more bits. */
  #expectedX = 0;
  #expectedY = 0;
  readonly #bit: number;

  /** `bit` says how much of a difference one is worth. */
  constructor(source: PlaneBytes, reference: ReferencePicture, bit: number) {
    this.#source = source;
    this.#reference = reference;
    this.#bit = bit;
  }

  /** In the picture that the encoder has just finished. */
  look(reference: ReferencePicture): void {
    this.#reference = reference;
  }

  begin(x: number, y: number, expectedX: number, expectedY: number): void {
    this.#x = x;
    this.#y = y;
    this.#expectedX = expectedX;
    this.#expectedY = expectedY;
    this.#cost = 1 << 24; // more than anything costs
    this.#attempt(0, 0);
    this.guess(expectedX, expectedY);
  }

  /** Whole steps are enough to begin with. */
  guess(dx: number, dy: number): void {
    this.#attempt((dx + 2) & ~3, (dy + 2) & ~3);
  }

  refine(): void {
    for (let s = 0; s < STEPS.length; s += 1) {
      const step = STEPS[s] ?? 1;
      for (let moved = true; moved; ) {
        const { dx, dy } = this;
        moved = this.#attempt(dx - step, dy);
        moved = this.#attempt(dx + step, dy) || moved;
        moved = this.#attempt(dx, dy - step) || moved;
        moved = this.#attempt(dx, dy + step) || moved;
      }
      if (step === 4) this.#attempt(this.#expectedX, this.#expectedY);
    }
  }

  /** Takes it if it is better than what there was. */
  #attempt(dx: number, dy: number): boolean {
    if (!this.#reference.reaches(this.#x, this.#y, dx, dy)) return false;
    const price = this.#bit * (signedLength(dx - this.#expectedX) + signedLength(dy - this.#expectedY));
    if (price >= this.#cost) return false;
    const cost = price + this.#reference.difference(this.#source, this.#x, this.#y, dx, dy, this.#cost - price);
    if (cost >= this.#cost) return false;
    this.dx = dx;
    this.dy = dy;
    this.#cost = cost;
    return true;
  }
}
