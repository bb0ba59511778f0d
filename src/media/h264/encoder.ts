import { SextantError } from '../../contracts/index.ts';
import { BitWriter } from './bits.ts';
import { Blocks } from './blocks.ts';
import { beginSlice, type ClipFormat, describe, packPicture } from './headers.ts';
import { Moved } from './moved.ts';
import { Neighbours } from './neighbours.ts';
import { fillPicture, YuvPicture } from './picture.ts';
import { type Fineness, finenessOf } from './quantiser.ts';
import { ReferencePicture } from './reference.ts';
import { Still } from './still.ts';
import { BlockWriter } from './write.ts';

/** Nothing to be seen of it in rendered pictures: 43 dB and more. */
const QP = 24;
/** By how much pictures that stand alone are finer: all others are made from them. */
const FINER = 6;
/** Finer ones have levels that this profile cannot write. */
const FINEST = 10;
const COARSEST = 51;

/**
 * Pictures to H.264, in whole numbers alone: the same pictures give the same bytes on every machine.
 * @example
 * const encoder = new H264Encoder({ width: 320, height: 240, fps: 25 });
 * const { data, isKey } = encoder.encode(rgb);
 */
export class H264Encoder {
  readonly codec: string;
  readonly description: Uint8Array;
  readonly #format: ClipFormat;
  readonly #keyEvery: number;
  readonly #source: YuvPicture;
  readonly #bits = new BitWriter();
  readonly #neighbours: Neighbours;
  readonly #writer: BlockWriter;
  readonly #still: Still;
  readonly #moved: Moved;
  readonly #fine: Fineness;
  readonly #usual: Fineness;
  /** The picture before, and the one at hand. */
  #last: ReferencePicture;
  #now: ReferencePicture;
  #count = 0;

  /** `qp` from 10 (fine) to 51 (coarse); every `keyEvery`-th picture stands alone, so that players can begin there. */
  constructor({ qp = QP, keyEvery = 50, ...format }: ClipFormat & { qp?: number; keyEvery?: number }) {
    const { width, height } = format;
    if (width % 2 !== 0 || height % 2 !== 0 || qp < FINEST || qp > COARSEST)
      throw new SextantError('bad_argument', `no clip can have ${width} × ${height} pixels and step size ${qp}`, {
        fix: `give even sides and a step size from ${FINEST} to ${COARSEST}`,
      });
    const { codec, description } = describe(format);
    this.codec = codec;
    this.description = description;
    this.#format = format;
    this.#keyEvery = keyEvery;
    this.#fine = finenessOf(Math.max(FINEST, qp - FINER));
    this.#usual = finenessOf(qp);
    const columns = Math.ceil(width / 16);
    const rows = Math.ceil(height / 16);
    const picture = () => new YuvPicture(16 * columns, 16 * rows);
    this.#source = picture();
    this.#last = new ReferencePicture(picture());
    this.#now = new ReferencePicture(picture());
    const blocks = new Blocks();
    this.#neighbours = new Neighbours(columns, rows);
    this.#writer = new BlockWriter(this.#bits, blocks, this.#neighbours);
    const tools = { source: this.#source, blocks, neighbours: this.#neighbours, writer: this.#writer };
    this.#still = new Still(tools);
    this.#moved = new Moved(tools, this.#usual, this.#last);
  }

  /** Three bytes per pixel, row by row; gives the picture as MP4 holds it. */
  encode(rgb: Uint8Array): { data: Uint8Array; isKey: boolean } {
    const { width, height } = this.#format;
    fillPicture(this.#source, rgb, width, height);
    [this.#last, this.#now] = [this.#now, this.#last];
    const number = this.#count % this.#keyEvery;
    const isKey = number === 0;
    const { qp } = isKey ? this.#fine : this.#usual;
    beginSlice(this.#bits, { number, key: Math.floor(this.#count / this.#keyEvery), qp });
    if (isKey) this.#neighbours.forget();
    this.#moved.begin(this.#last);
    const { picture } = this.#now;
    for (let row = 0; row < picture.y.height / 16; row += 1) {
      for (let column = 0; column < picture.y.width / 16; column += 1) {
        if (isKey) this.#still.code(picture, column, row, this.#fine);
        else this.#moved.code(picture, column, row);
      }
    }
    this.#writer.end();
    this.#now.renew();
    this.#count += 1;
    return { data: packPicture(this.#bits.end(), isKey), isKey };
  }

  /** What every decoder makes of the last picture: brightness, then both colour planes. */
  get decoded(): [y: Uint8Array, u: Uint8Array, v: Uint8Array] {
    const { width, height } = this.#format;
    const { y, u, v } = this.#now.picture;
    return [y.cut(width, height), u.cut(width / 2, height / 2), v.cut(width / 2, height / 2)];
  }
}
