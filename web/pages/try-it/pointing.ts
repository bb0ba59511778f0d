import { type Network, networkModel } from '../../../src/contestants/pure.ts';
import { heatOf } from './heat.ts';
import type { Heat, SeenPixels } from './messages.ts';

/** Points at what a text means in a picture, as the model of a run does. */
export async function pointAt(
  network: Network,
  { picture, type, text }: { picture: Uint8Array<ArrayBuffer>; type: string; text: string },
): Promise<Heat | undefined> {
  const seen = await decode(picture, type);
  let heat: Heat | undefined;
  const model = networkModel(
    {
      ...network,
      async run(shown) {
        const start = performance.now();
        const told = await network.run(shown);
        heat = heatOf(network, told, { picture: seen, ms: performance.now() - start });
        return told;
      },
    },
    { decode: async () => seen },
  );
  const media = {
    sha256: '',
    type: 'image/png',
    bytes: picture.length,
    width: seen.width,
    height: seen.height,
  } as const;
  const space = { size: { width: seen.width, height: seen.height } };
  const request = {
    unit: { id: 'tried', epoch: 0 },
    parts: [{ media, data: picture }, { text }],
    decoding: {},
    peek: { space, write: () => '' },
  };
  await model.answer(request, new AbortController().signal);
  return heat;
}

/** Colours as they are in the file: no profile, no transparency. */
async function decode(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<SeenPixels> {
  const bitmap = await createImageBitmap(new Blob([bytes], { type }), {
    colorSpaceConversion: 'none',
    premultiplyAlpha: 'none',
  });
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d', { alpha: false });
  if (!context) throw new Error('this browser draws no pictures off the page');
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const rgb = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; i += 1) rgb.set(data.subarray(4 * i, 4 * i + 3), 3 * i);
  return { width, height, rgb };
}
