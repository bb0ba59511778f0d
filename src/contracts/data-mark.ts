import { z } from 'zod';

/** Which data: where they were, and the hash that decides; `formerly` are hashes that the same data had before. */
export const DataMark = z.object({
  source: z.string(),
  sha256: z.string(),
  formerly: z.array(z.string()).exactOptional(),
});
export type DataMark = z.infer<typeof DataMark>;

/** Whether two hashes are of the same data, by their present names or by former ones. */
export function isSameData(a: Hashes, b: Hashes): boolean {
  const isFormerly = (one: Hashes, other: Hashes) => one.formerly?.includes(other.sha256) ?? false;
  return a.sha256 === b.sha256 || isFormerly(a, b) || isFormerly(b, a);
}

interface Hashes {
  sha256: string;
  formerly?: readonly string[];
}
