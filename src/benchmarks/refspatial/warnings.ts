import { plural } from '../../util/index.ts';
import type { Edition } from './edition.ts';
import type { RefspatialSample } from './sample.ts';

/** More than this many of one kind are only counted. */
const most = 20;

/** Collects what a person should know about the data. */
export class Warnings {
  readonly #edition: Edition;
  readonly #counts = new Map<string, number>();
  readonly #sizes: string[] = [];

  constructor(edition: Edition) {
    this.#edition = edition;
  }

  see({ id, split, media: [image], size }: RefspatialSample): void {
    this.#counts.set(split, (this.#counts.get(split) ?? 0) + 1);
    if (image?.width === size.width && image.height === size.height) return;
    this.#sizes.push(
      `${id}: the picture has ${image?.width} × ${image?.height} pixels, its mask ${size.width} × ${size.height}; points are scored at the mask's size`,
    );
  }

  list(): string[] {
    const { title, splits } = this.#edition;
    const counts = Object.entries(splits).flatMap(([split, expected]) => {
      const found = this.#counts.get(split) ?? 0;
      if (found === expected) return [];
      return found === 0
        ? [`${split} is missing: its ${plural(expected, 'question')} will not be asked`]
        : [`${split} has ${plural(found, 'question')} here, ${title} has ${expected}`];
    });
    const more = this.#sizes.length - most;
    return [
      ...counts,
      ...this.#sizes.slice(0, most),
      ...(more > 0 ? [`and ${plural(more, 'picture')} more of another size than the mask`] : []),
    ];
  }
}
