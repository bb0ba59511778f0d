/** By colour type: grey, RGB, palette, grey with alpha, RGBA. */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** How many channels a PNG has for Python's imaging library; a palette is one. Undefined for other formats. */
export function pngChannels(bytes: Uint8Array): number | undefined {
  return bytes[0] === 0x89 && bytes[1] === 0x50 ? channels[bytes[25] ?? -1] : undefined;
}
