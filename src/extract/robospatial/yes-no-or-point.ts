import { type ExtractContext, type Extraction, type Extractor, SextantError } from '../../contracts/index.ts';
import { at } from '../../util/index.ts';
import { strip } from '../python/text.ts';
import { rowsOf, sizeOf } from '../refspatial/write.ts';

type Word = 'yes' | 'no' | null;

/** A reader of replies that are a yes or a no where the question has options, and points otherwise. */
export function yesNoOrPoint(opts: {
  id: string;
  about: string;
  word(text: string): Word;
  points(text: string, context: ExtractContext): Extraction;
  /** A point in fractions of the sides, as the reader wants it written. */
  writePoint(x: string, y: string): string;
}): Extractor {
  const { id, about, word, points, writePoint } = opts;
  return {
    id,
    about,
    extract: (text, context) => (context.choices ? { answer: word(text) } : points(text, context)),
    write(answer, context) {
      if (context.choices) {
        const text = 'answer' in answer ? String(answer.answer) : '';
        if (text === word(text)) return text;
        throw new SextantError('bad_argument', `"${text}" is not an answer that ${id} can read`);
      }
      const [width, height] = sizeOf(context);
      const pixel = at(rowsOf(answer), 0);
      // The middle of the pixel.
      return writePoint(((at(pixel, 0) + 0.5) / width).toFixed(6), ((at(pixel, 1) + 0.5) / height).toFixed(6));
    },
  };
}

/** `reply.strip().lower().startswith(…)`: "nothing" is a no. */
export function firstWord(text: string): Word {
  const said = strip(text).toLowerCase();
  return said.startsWith('yes') ? 'yes' : said.startsWith('no') ? 'no' : null;
}

/** A point in fractions of the sides as pixels, not rounded; what is no number lies far outside, as it does for the scripts. */
export function asPixels([x, y]: readonly [number, number], context: ExtractContext): Extraction {
  const [width, height] = sizeOf(context);
  return { points: [[finite(x * width), finite(y * height)]] };
}

/** The same, and the fractions as they were read: on a border the last digit counts. */
export function asPixelsAndFractions(point: readonly [number, number], context: ExtractContext): Extraction {
  return { ...asPixels(point, context), fractions: [[finite(point[0]), finite(point[1])]] };
}

function finite(value: number): number {
  return Number.isNaN(value) ? -FAR : Math.max(-FAR, Math.min(value, FAR));
}

/** JSON has no infinity. */
const FAR = 1e300;
