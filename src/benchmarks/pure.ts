import { existsSync, readdirSync } from 'node:fs';
import type { OwnVerbs } from '../contracts/index.ts';

/**
 * The verbs that benchmarks declare, without loading any benchmark, so that `--help` is quick: what `verbs/index.ts` in the
 * folder of each exports.
 */
export async function ownVerbs(): Promise<OwnVerbs[]> {
  // `.js` in the package.
  const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
  const files = readdirSync(new URL('.', import.meta.url))
    .sort()
    .map((folder) => new URL(`${folder}/verbs/index${extension}`, import.meta.url))
    .filter((file) => existsSync(file));
  const modules = await Promise.all(files.map((file) => import(file.href)));
  return modules.flatMap((module) => Object.values<OwnVerbs>(module));
}
