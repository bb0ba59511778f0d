import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { messageOf, RunFile, SextantError } from '../contracts/index.ts';
import { nearPath, readRegularText, writeJsonAtomic } from '../files/index.ts';

/** The files of a run. */
export function runPaths(folder: string) {
  return {
    run: join(folder, 'run.json'),
    events: join(folder, 'events.ndjson'),
    results: join(folder, 'results.ndjson'),
    summary: join(folder, 'summary.json'),
    lock: join(folder, 'lock'),
  };
}

export function isRunFolder(folder: string): boolean {
  return existsSync(runPaths(folder).run);
}

/** A run of ten million named units has less. */
const MAX_RUN_FILE_BYTES = 256 * 2 ** 20;

/** What was asked. Throws `bad_run` naming the file and the field. */
export function readRunFile(folder: string): RunFile {
  const path = runPaths(folder).run;
  if (!existsSync(path)) {
    const near = existsSync(folder) ? undefined : (nearPath(folder) ?? belowRuns(folder));
    const message = existsSync(folder) ? 'not a run folder: it has no run.json' : 'there is no such run folder';
    throw new SextantError('bad_run', message, {
      where: folder,
      fix: near ? `did you mean ${near}?` : 'name a folder that `sextant run` made; `sextant list runs` shows them',
    });
  }
  const text = readRegularText(path, { inside: folder, most: MAX_RUN_FILE_BYTES, code: 'damaged_run' });
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new SextantError('damaged_run', `not JSON: ${messageOf(error)}`, { where: path, cause: error });
  }
  const parsed = RunFile.safeParse(content);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new SextantError('damaged_run', `${issue?.path.join('.') ?? '?'}: ${issue?.message ?? 'invalid'}`, {
      where: path,
      fix: 'it was written by another version or by hand; restore it or start a new run',
    });
  }
  return parsed.data;
}

/** Where `run` puts folders whose place nobody names. */
function belowRuns(folder: string): string | undefined {
  const path = join(dirname(folder), 'runs', basename(folder));
  return isRunFolder(path) ? path : undefined;
}

export function writeRunFile(folder: string, content: RunFile): void {
  writeJsonAtomic(runPaths(folder).run, content);
}
