import { writeFileAtomic } from '../../../files/index.ts';

/** Writes a line per unit into the file it belongs to; each file whole or not at all. Returns their paths. */
export async function writeLines<T>(
  units: AsyncIterable<T>,
  place: (unit: T) => { path: string; line: string },
): Promise<string[]> {
  const files = new Map<string, string[]>();
  for await (const unit of units) {
    const { path, line } = place(unit);
    const lines = files.get(path) ?? [];
    lines.push(`${line}\n`);
    files.set(path, lines);
  }
  for (const [path, lines] of files) writeFileAtomic(path, lines.join(''));
  return [...files.keys()];
}
