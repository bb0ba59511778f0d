import { type MediaRef, SextantError } from '../contracts/index.ts';

/** What the first bytes of a picture tell. */
export interface ImageInfo {
  type: MediaRef['type'];
  width: number;
  height: number;
}

/**
 * Type and size of a picture, without decoding it.
 * @example imageInfo(png) // { type: 'image/png', width: 320, height: 240 }
 */
export function imageInfo(bytes: Uint8Array): ImageInfo {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = formats.find((format) => format.is(view));
  if (!found) throw bad('not a PNG, JPEG, WebP, GIF or BMP picture');
  let size: Size;
  try {
    size = found.size(view);
  } catch (cause) {
    if (cause instanceof RangeError) throw bad(`the ${found.type} picture is cut off`);
    throw cause;
  }
  if (size.width <= 0 || size.height <= 0) throw bad(`the ${found.type} picture has no area`);
  return { type: found.type, ...size };
}

type Size = { width: number; height: number };

const formats: readonly { type: MediaRef['type']; is(view: DataView): boolean; size(view: DataView): Size }[] = [
  {
    type: 'image/png',
    is: (view) => ascii(view, 0, '\x89PNG\r\n\x1a\n'),
    size(view) {
      if (!ascii(view, 12, 'IHDR')) throw bad('the PNG does not begin with IHDR');
      return { width: view.getUint32(16), height: view.getUint32(20) };
    },
  },
  { type: 'image/jpeg', is: (view) => ascii(view, 0, '\xff\xd8\xff'), size: jpegSize },
  { type: 'image/webp', is: (view) => ascii(view, 0, 'RIFF') && ascii(view, 8, 'WEBP'), size: webpSize },
  {
    type: 'image/gif',
    is: (view) => ascii(view, 0, 'GIF87a') || ascii(view, 0, 'GIF89a'),
    size: (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  },
  {
    type: 'image/bmp',
    is: (view) => ascii(view, 0, 'BM'),
    size(view) {
      // The header of OS/2 has 16-bit sides; in all others a negative height means rows from the top.
      if (view.getUint32(14, true) === 12) return { width: view.getUint16(18, true), height: view.getUint16(20, true) };
      return { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) };
    },
  },
];

function jpegSize(view: DataView): Size {
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) throw bad('the JPEG has no size before its picture data');
    // Any number of FF may pad a marker.
    while (view.getUint8(at) === 0xff) at++;
    const marker = view.getUint8(at++);
    // SOF0 … SOF15; C4, C8 and CC in between are tables.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return { height: view.getUint16(at + 3), width: view.getUint16(at + 5) };
    const standsAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    if (!standsAlone) at += view.getUint16(at);
  }
}

function webpSize(view: DataView): Size {
  if (ascii(view, 12, 'VP8 '))
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (ascii(view, 12, 'VP8L')) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (ascii(view, 12, 'VP8X')) {
    const uint24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
    return { width: uint24(24) + 1, height: uint24(27) + 1 };
  }
  throw bad('the WebP begins with an unknown chunk');
}

function ascii(view: DataView, at: number, text: string): boolean {
  if (view.byteLength < at + text.length) return false;
  for (let i = 0; i < text.length; i++) if (view.getUint8(at + i) !== text.charCodeAt(i)) return false;
  return true;
}

function bad(message: string): SextantError {
  return new SextantError('bad_media', message);
}
