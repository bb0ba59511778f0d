import { type Extraction, type Extractor, SextantError } from '../contracts/index.ts';
import { PythonException } from './python/exception.ts';

/**
 * An extractor behind a step of somebody's tool that changes every text before it is read. A Python exception in the step ends
 * the official script.
 * @example after(withoutReasoning, mmsiLmms, { id: 'mmsi/lmms-no-reasoning', about: '…' })
 */
export function after(
  step: (text: string) => string,
  extractor: Extractor,
  named: Pick<Extractor, 'id' | 'about'>,
): Extractor {
  return {
    ...named,
    extract(text, context): Extraction {
      let changed: string;
      try {
        changed = step(text);
      } catch (error) {
        if (!(error instanceof PythonException)) throw error;
        return { error: `${error.name}: ${error.message}`, effect: 'abort' };
      }
      return extractor.extract(changed, context);
    },
    write(answer, context) {
      const text = extractor.write(answer, context);
      if (step(text) === text) return text;
      throw new SextantError(
        'bad_argument',
        `this answer is too long for ${named.id}: it would not come through whole`,
      );
    },
  };
}
