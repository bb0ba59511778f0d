import { type ExtractContext, type Extractor, SextantError } from '../../contracts/index.ts';

/** An extractor of letters. What it writes, it has read back. */
export function letterExtractor(opts: {
  id: string;
  about: string;
  read(text: string, context: ExtractContext): string | null;
  say(letter: string): string;
}): Extractor {
  const { id, about, read, say } = opts;
  return {
    id,
    about,
    extract: (text, context) => ({ answer: read(text, context) }),
    write(answer, context) {
      const letter = 'answer' in answer ? String(answer.answer) : '';
      const text = say(letter);
      if (read(text, context) === letter) return text;
      throw new SextantError('bad_argument', `"${letter}" is no answer that ${id} can read`);
    },
  };
}
