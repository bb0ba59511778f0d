import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Ablations, SextantError } from '../contracts/index.ts';
import { readLines } from '../files/index.ts';
import { problemsOf } from '../util/index.ts';
import type { Made } from './family.ts';

const FILE = 'ablations.jsonl';
const Line = z.object({ id: z.string(), ablations: Ablations });

/** Writes what those would answer who know only part of a scene, question by question; no file where nobody does. */
export class AblationFile {
  readonly #dir: string;
  #file: FileHandle | undefined;

  constructor(dir: string) {
    this.#dir = dir;
  }

  async add({ samples, ablations = [] }: Made): Promise<void> {
    for (const [n, { id }] of samples.entries()) {
      const own = ablations[n];
      if (!own) continue;
      this.#file ??= await open(join(this.#dir, FILE), 'w');
      await this.#file.write(`${JSON.stringify({ id, ablations: own } satisfies z.infer<typeof Line>)}\n`);
    }
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }
}

/** What a folder says of them, by question; undefined where it has no such file. */
export async function readAblations(dir: string): Promise<Map<string, Ablations> | undefined> {
  const path = join(dir, FILE);
  if (!existsSync(path)) return undefined;
  const known = new Map<string, Ablations>();
  for await (const { text, number } of readLines(path)) {
    const line = Line.safeParse(parsed(text));
    if (!line.success)
      throw new SextantError('bad_data', `not what somebody answers: ${problemsOf(line.error)}`, {
        where: `${path}, line ${number}`,
      });
    known.set(line.data.id, line.data.ablations);
  }
  return known;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
