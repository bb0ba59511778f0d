import { at } from '../../util/index.ts';
import type { PictureInput, TextInput } from './manifest.ts';

/** Bytes of a picture as the network wants them. The picture has the manifest's width and height. */
export function encodePicture(rgb: Uint8Array, input: PictureInput): Float32Array<ArrayBuffer> {
  const { width, height } = input;
  const crop = input.crop ?? { x: 0, y: 0, width, height };
  const out = new Float32Array(3 * crop.width * crop.height);
  const plane = crop.width * crop.height;
  for (let channel = 0; channel < 3; channel += 1) {
    const mean = perChannel(input.mean, channel, 0);
    const std = perChannel(input.std, channel, 1);
    for (let y = 0; y < crop.height; y += 1) {
      for (let x = 0; x < crop.width; x += 1) {
        const value = (at(rgb, 3 * ((crop.y + y) * width + crop.x + x) + channel) - mean) / std;
        const cell = y * crop.width + x;
        out[input.layout === 'chw' ? channel * plane + cell : 3 * cell + channel] = value;
      }
    }
  }
  return out;
}

/** A list of one stands for all. */
export function perChannel(values: readonly number[] | undefined, channel: number, otherwise: number): number {
  if (!values) return otherwise;
  return values.length === 1 ? at(values, 0) : at(values, channel);
}

const dictionaries = new WeakMap<TextInput, Map<string, number>>();

/** A text as numbers. @example encodeText('Take block C.', input) // [5, 3, 9, 2, 0, 0 …] */
export function encodeText(text: string, input: TextInput): number[] {
  const tokens = input.tokenizer === 'bytes' ? bytesOf(text, input) : wordsOf(text, input);
  return Array.from({ length: input.length }, (_, i) => tokens[i] ?? 0);
}

function bytesOf(text: string, { length }: TextInput): number[] {
  // No sign is fewer bytes than characters: of a long text, the rest is never seen.
  return [...new TextEncoder().encode(text.slice(0, length + 1))].map((byte) => byte + 1);
}

function wordsOf(text: string, input: TextInput): number[] {
  const known = dictionaries.get(input) ?? new Map(input.words?.map((word, i) => [word, i + 2]));
  dictionaries.set(input, known);
  const tokens: number[] = [];
  for (const [word] of text.matchAll(/[A-Za-z]+|[0-9]|[^\sA-Za-z0-9]/gu)) {
    tokens.push(known.get(word) ?? 1);
    if (tokens.length === input.length) break;
  }
  return tokens;
}
