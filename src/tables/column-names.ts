import { badData } from './bad-data.ts';

/** pandas' names for nameless and repeated columns: `Unnamed: 0`, `a.1`. */
export function columnNames(header: readonly string[]): string[] {
  const named = header.map((name, at) => name || `Unnamed: ${at}`);
  const used = new Set<string>();
  return named.map((name) => {
    let unique = name;
    for (let copy = 1; used.has(unique); copy += 1) {
      const candidate = `${name}.${copy}`;
      if (!named.includes(candidate)) unique = candidate;
    }
    used.add(unique);
    return unique;
  });
}

/** Throws `bad_data` naming the first column that is missing and those that are there. */
export function requireColumns(file: string, present: readonly string[], wanted: readonly string[]): void {
  const column = wanted.find((name) => !present.includes(name));
  if (column === undefined) return;
  throw badData(`there is no such column; the file has ${present.join(', ') || 'none'}`, { file, column });
}
