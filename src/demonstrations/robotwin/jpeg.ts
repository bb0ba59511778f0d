import { SextantError } from '../../contracts/index.ts';
import { maxDecodedPixels } from '../../media/index.ts';
import type { Pixels } from '../demonstration.ts';

/**
 * What a JPEG calls red. Upstream hands RGB to an encoder that takes it for BGR: red and blue are swapped, and only readers
 * that make the same mistake (`cv2.imdecode` without conversion) see the right colours. Nothing in a file tells.
 */
export type RgbOrder = 'upstream' | 'standard';

/** As OpenCV writes by default. */
const likeOpenCv = { quality: 95, chromaSubsampling: '4:2:0', optimizeCoding: false } as const;

/** Copies that were encoded. Hundreds of new ones per episode would keep the garbage collector busier than the encoder. */
const spare: Uint8Array[] = [];

/** Takes the pixels before it returns: they may be overwritten at once. */
export async function encodeJpeg({ width, height, rgb }: Pixels, order: RgbOrder): Promise<Uint8Array> {
  const last = spare.pop();
  const copy = last?.length === rgb.length ? last : new Uint8Array(rgb.length);
  if (order === 'upstream') swap(rgb, copy);
  else copy.set(rgb);
  try {
    return await encode({ width, height, rgb: copy }, likeOpenCv);
  } finally {
    spare.push(copy);
  }
}

/** The pixels of a JPEG in RGB. Throws `bad_media`, also when the picture is only damaged. */
export async function decodeJpeg(jpeg: Uint8Array, order: RgbOrder, where: string): Promise<Pixels> {
  const { default: sharp } = await import('sharp');
  try {
    const picture = sharp(jpeg, { failOn: 'warning', limitInputPixels: maxDecodedPixels }).toColourspace('srgb');
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, rgb: order === 'upstream' ? swap(data, data) : data };
  } catch (cause) {
    throw new SextantError('bad_media', 'the picture is damaged, or no JPEG', { where, cause });
  }
}

/** The same picture for ordinary readers. What is so already is not encoded again. */
export async function standardJpeg(jpeg: Uint8Array, order: RgbOrder, where: string): Promise<Uint8Array> {
  if (order === 'standard') return jpeg;
  // Colours at full resolution: the other order's colours lie elsewhere, and would be blurred a second time.
  return encode(await decodeJpeg(jpeg, order, where), { ...likeOpenCv, chromaSubsampling: '4:4:4' });
}

async function encode({ width, height, rgb }: Pixels, options: Parameters<Sharp['jpeg']>[0]): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg(options)
    .toBuffer();
}

type Sharp = import('sharp').Sharp;

/** Red for blue; both may be the same array. */
function swap<T extends Uint8Array>(from: Uint8Array, to: T): T {
  for (let i = 0; i < from.length; i += 3) {
    const red = from[i] ?? 0;
    to[i] = from[i + 2] ?? 0;
    to[i + 1] = from[i + 1] ?? 0;
    to[i + 2] = red;
  }
  return to;
}
