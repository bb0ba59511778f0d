import type { MediaRef, RunEvent } from '../contracts/index.ts';
import { unitKey } from '../engine/index.ts';
import type { Line } from '../files/index.ts';
import type { LinePlace, PackIndex, UnitPlaces } from './wire.ts';

/** Where everything about a unit stands in a journal, and which pictures the journal speaks of. */
export class UnitIndex {
  readonly #samples = new Map<string, LinePlace>();
  readonly #prompts = new Map<string, LinePlace>();
  readonly #attempts = new Map<string, { id: string; epoch: number; places: LinePlace[] }>();
  /** By hash: what it is, and a sample that it belongs to. */
  readonly media = new Map<string, { ref: MediaRef; sample: string }>();

  add(event: RunEvent, { offset, length }: Line): void {
    const place: LinePlace = [offset, length];
    if (event.event === 'sample') {
      this.#samples.set(event.sample.id, place);
      for (const ref of event.sample.media) this.#see(ref, event.sample.id);
    } else if (event.event === 'prompt') {
      this.#prompts.set(event.unit, place);
      for (const part of event.prompt.parts) if ('media' in part) this.#see(part.media, event.unit);
    } else if (event.event === 'attempt') {
      if (event.reply?.film) this.#see(event.reply.film, event.unit);
      const unit = { id: event.unit, epoch: event.epoch };
      const known = this.#attempts.get(unitKey(unit));
      if (known) known.places.push(place);
      else this.#attempts.set(unitKey(unit), { ...unit, places: [place] });
    }
  }

  /** Nothing when the unit was never tried. */
  places(unit: { id: string; epoch: number }): UnitPlaces | undefined {
    const tried = this.#attempts.get(unitKey(unit));
    return (
      tried && {
        sample: this.#samples.get(unit.id) ?? null,
        prompt: this.#prompts.get(unit.id) ?? null,
        attempts: tried.places,
      }
    );
  }

  get all(): PackIndex {
    return [...this.#attempts.values()].flatMap(({ id, epoch }) => {
      const places = this.places({ id, epoch });
      return places ? [{ id, epoch, ...places }] : [];
    });
  }

  #see(ref: MediaRef, sample: string): void {
    if (!this.media.has(ref.sha256)) this.media.set(ref.sha256, { ref, sample });
  }
}
