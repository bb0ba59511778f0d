import { statSync } from 'node:fs';
import { SextantError } from '../contracts/index.ts';
import { readRegularText } from './index.ts';

/** The text of a file, or null if it does not exist. A folder counts as missing: Python environments are often called `.env`. */
export async function readOptional(file: string): Promise<string | null> {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) return null;
  return (async () => readRegularText(file, { code: 'bad_config' }))().catch((thrown: unknown) => {
    if (thrown instanceof SextantError) throw thrown;
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return null;
    throw new SextantError('bad_config', 'cannot be read', {
      where: file,
      fix: 'check its permissions',
      cause: thrown,
    });
  });
}
