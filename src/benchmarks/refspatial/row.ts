import { z } from 'zod';

/** Says what was expected and what was found instead. */
const expected = (what: string) => ({
  error({ input }: { input?: unknown }) {
    const found = input === undefined ? 'nothing' : JSON.stringify(input);
    return `expected ${what}, found ${found.length > 60 ? `${found.slice(0, 60)}…` : found}`;
  },
});

const whole = z.int(expected('a whole number')).nonnegative(expected('a whole number from 0 on'));
export const text = z.string(expected('text'));
export const words = text.refine((value) => value.trim() !== '', expected('text'));

/** What every published form says of a question. */
export const RefspatialRow = z.object({
  id: whole,
  object: words,
  prompt: words,
  suffix: text,
  step: whole,
  scene: words.nullish(),
});
export type RefspatialRow = z.infer<typeof RefspatialRow>;

/** A picture or mask of a question. */
export interface Media {
  /** For errors. */
  where: string;
  /** `path` as the raw folders have it, where the form knows. */
  read(): Promise<{ bytes: Uint8Array; path?: string }>;
}

/** One question as a form gives it, its pictures not read yet. */
export interface Entry {
  row: RefspatialRow;
  category?: string;
  /** File and row, for errors. */
  where: string;
  image: Media;
  mask: Media;
}
