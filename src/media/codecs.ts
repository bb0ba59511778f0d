import { SextantError } from '../contracts/index.ts';
import { encodePng } from './png-write.ts';
import { sampleFrames } from './video.ts';

/** Decodes a small picture with the real library: a line for people, or an error that says what is wrong. */
export async function checkImageCodec(): Promise<string> {
  const { default: sharp } = await import('sharp');
  const png = encodePng({ width: 8, height: 8, pixels: new Uint8Array(64).fill(200) });
  const jpeg = await sharp(png).jpeg().toBuffer();
  await expectGrey(jpeg, 'picture');
  return `sharp ${sharp.versions.sharp}, libvips ${sharp.versions.vips}`;
}

/** The same for video: one frame of H.264 in an MP4. */
export async function checkVideoCodec(): Promise<string> {
  const [frame] = await sampleFrames(Buffer.from(clip, 'base64'), { rule: 'fps', value: 1 });
  await expectGrey(frame?.data ?? new Uint8Array(), 'clip');
  return 'H.264 decodes';
}

async function expectGrey(picture: Uint8Array, what: string): Promise<void> {
  const { default: sharp } = await import('sharp');
  const [value = 0] = await sharp(picture).raw().toBuffer();
  if (Math.abs(value - 200) > 2)
    throw new SextantError('internal', `a grey ${what} was decoded as ${value} instead of 200`);
}

/** 16 × 16 pixels of grey 200 for one second. */
const clip = [
  'AAAAHGZ0eXBpc29tAAACAGlzb21hdmMxbXA0MQAAApdtb292AAAAbG12aGQAAAAA5x8nlucfJ5YAAOEAAADhAAABAAABAAAAAAAAAAAAAAAA',
  'AQAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAACI3RyYWsAAABcdGtoZAAA',
  'AAPnHyeW5x8nlgAAAAEAAAAAAADhAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAEAAAAAAEAAAABAA',
  'AAAAAb9tZGlhAAAAIG1kaGQAAAAA5x8nlucfJ5YAAOEAAADhAFXEAAAAAAA3aGRscgAAAABtaGxydmlkZQAAAAAAAAAAAAAAAE1lZGlhYnVu',
  'bnlWaWRlb0hhbmRsZXIAAAABYG1pbmYAAAAUdm1oZAAAAAEAAAAAAAAAAAAAACRkaW5mAAAAHGRyZWYAAAAAAAAAAQAAAAx1cmwgAAAAAQAA',
  'ASBzdGJsAAAAuHN0c2QAAAAAAAAAAQAAAKhhdmMxAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAABAAEABIAAAASAAAAAAAAAABEk1lZGlhYnVu',
  'bnkgdjEuNjEuMAAAAAAAAAAAAAAAAAAAGP//AAAAK2F2Y0MBZAAL/+EAFGdkAAustPQgAAADACAAAAeR4oVUAQAEaO88sAAAABNjb2xybmNs',
  'eAABAA0AAIAAAAAUYnRydAAAAAAAAACoAAAAqAAAABhzdHRzAAAAAAAAAAEAAAABAADhAAAAABxzdHNjAAAAAAAAAAEAAAABAAAAAQAAAAEA',
  'AAAYc3RzegAAAAAAAAAAAAAAAQAAABUAAAAUc3RjbwAAAAAAAAABAAACuwAAAB1tZGF0AAAAEWWIhAa/7P/CVf/Y9kGSGf/B',
].join('');
