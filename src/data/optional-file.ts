import { readFile } from 'node:fs/promises';
import { SextantError } from '../contracts/index.ts';

/** The text of a file, or null where there is none. A folder is none: Python's environments are often called `.env`. */
export async function readOptional(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((thrown: unknown) => {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
    if (code === 'ENOENT' || code === 'EISDIR') return null;
    throw new SextantError('bad_config', 'cannot be read', {
      where: file,
      fix: 'check its permissions',
      cause: thrown,
    });
  });
}
