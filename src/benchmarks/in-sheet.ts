import { messageOf, SextantError } from '../contracts/index.ts';

/**
 * Predictions come to a tool through a spreadsheet. Where that cannot hold one, the tool ends and writes nothing, so there is
 * nothing to write here either.
 */
export function inSheet(text: string, opts: { id: string; instead: string; put(text: string): string }): string {
  try {
    return opts.put(text);
  } catch (cause) {
    throw new SextantError('bad_run', `the official spreadsheet cannot hold the reply: ${messageOf(cause)}`, {
      where: opts.id,
      fix: `export another format, such as ${opts.instead}`,
      cause,
    });
  }
}
