import { type ExtractContext, type Extraction, SextantError } from '../../contracts/index.ts';
import { PythonException } from '../python/exception.ts';

/** Width and height of the picture, which all of RefSpatial's points are relative to. */
export function sizeOf({ width, height }: ExtractContext): [width: number, height: number] {
  if (width !== undefined && height !== undefined) return [width, height];
  throw new SextantError('bad_argument', 'points cannot be read without the size of the picture', {
    fix: 'give width and height of the mask',
  });
}

/** What a Python exception in the official parser does to the sample. */
export function onError(effect: 'dropped' | 'abort', parse: () => Extraction): Extraction {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof PythonException)) throw error;
    return { error: `${error.name}: ${error.message}`, effect };
  }
}
