import { maxDecodedPixels } from './mask.ts';
import { loadVideoLibrary, requireSize, sampleFrames } from './video.ts';

/** As large as a page shows a picture. */
const MOST_SIDE = 1280;

/** A minute of a clip; longer ones keep their bytes. */
const MOST_SECONDS = 60;

/** Bits per second and pixel that keep what moves in a clip clear. */
const BITS_PER_PIXEL = 1.2;

/** A picture or clip for people to look at. */
export interface ShownFile {
  bytes: Uint8Array;
  /** How its name ends. */
  ending: 'webp' | 'mp4';
}

/**
 * A picture or clip encoded again for the size it is shown at: a fraction of the bytes, and not what a model was shown.
 * Undefined where that saves nothing, or where the file cannot be decoded.
 */
export async function encodeShown(bytes: Uint8Array, type: string): Promise<ShownFile | undefined> {
  const made = await encode(bytes, type).catch(() => undefined);
  return made && made.bytes.length < 0.9 * bytes.length ? made : undefined;
}

async function encode(bytes: Uint8Array, type: string): Promise<ShownFile | undefined> {
  if (/^image\/(png|jpeg|webp)$/.test(type)) return { bytes: await pictureOf(bytes), ending: 'webp' };
  const clip = type.startsWith('video/') ? await clipOf(bytes) : undefined;
  return clip && { bytes: clip, ending: 'mp4' };
}

async function pictureOf(bytes: Uint8Array): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  return sharp(bytes, { limitInputPixels: maxDecodedPixels })
    .autoOrient()
    .resize(MOST_SIDE, MOST_SIDE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 74, effort: 6 })
    .toBuffer();
}

async function clipOf(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const { ALL_FORMATS, BufferSource, BufferTarget, Conversion, Input, Mp4OutputFormat, Output } =
    await loadVideoLibrary();
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  // The decoder works on its own threads and does not keep the process alive.
  const keepAlive = setInterval(() => {}, 60_000);
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track || (await input.computeDuration()) > MOST_SECONDS) return undefined;
    const [width, height] = [await track.getCodedWidth(), await track.getCodedHeight()];
    requireSize(width, height);
    const target = new BufferTarget();
    const conversion = await Conversion.init({
      input,
      output: new Output({ format: new Mp4OutputFormat(), target }),
      video: { codec: 'avc', bitrate: BITS_PER_PIXEL * width * height, forceTranscode: true },
      audio: { discard: true },
    });
    await conversion.execute();
    return target.buffer ? new Uint8Array(target.buffer) : undefined;
  } finally {
    clearInterval(keepAlive);
    input.dispose();
  }
}

/** The longer side of a thumbnail, sharp on a screen with two pixels per point. */
const THUMB_SIDE = 480;

/** A small WebP picture of a picture, or of the middle of a clip. Throws for what cannot be decoded. */
export async function encodeThumb(bytes: Uint8Array, type: string): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  const [frame] = type.startsWith('video/') ? await sampleFrames(bytes, { rule: 'uniform-midpoints', value: 1 }) : [];
  return sharp(frame?.data ?? bytes, { limitInputPixels: maxDecodedPixels })
    .autoOrient()
    .resize(THUMB_SIDE, THUMB_SIDE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 70 })
    .toBuffer();
}

/** A picture of three bytes per pixel as WebP, for people to look at. */
export async function encodeRgb({ width, height, rgb }: { width: number; height: number; rgb: Uint8Array }) {
  const { default: sharp } = await import('sharp');
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .webp({ quality: 74 })
    .toBuffer();
}
