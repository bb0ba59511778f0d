import { describeImage, encodePng } from '../../media/index.ts';
import { Renderer } from '../../render/index.ts';
import { develop, type Place, renderShot, type Sensor, type Shot } from '../../scenes/index.ts';
import type { Random } from '../../stats/index.ts';
import type { MadeFile } from '../family.ts';
import type { TakeShot } from './shot-graph.ts';

/** Renders the shots of one maker. Prints become files at once, so that all share the memory of one picture's colours. */
export class ShotRenderer {
  // One for each size: a renderer keeps what it draws on.
  readonly #sketcher = new Renderer();
  readonly #printer = new Renderer();
  #colours: Uint8Array = new Uint8Array();
  #files = new Map<Shot, MadeFile>();

  /** Pictures of a place from now on; those of the last one are forgotten. */
  open(place: Place, sensor: Sensor, dice: Random): TakeShot {
    this.#files = new Map();
    return (camera, kind) => {
      if (kind === 'sketch') return renderShot(this.#sketcher, place, camera, { colours: false });
      const { picture, ...rest } = renderShot(this.#printer, place, camera, { into: { rgb: this.#colours } });
      this.#colours = picture.rgb;
      develop(picture.rgb, picture, sensor, dice);
      const bytes = encodePng({ width: picture.width, height: picture.height, pixels: picture.rgb });
      const shot = { ...rest, picture: { ...picture, rgb: new Uint8Array() } };
      this.#files.set(shot, { ref: describeImage(bytes), bytes });
      return shot;
    };
  }

  /** The file of a print; a sketch has none. */
  file(shot: Shot): MadeFile | undefined {
    return this.#files.get(shot);
  }
}
