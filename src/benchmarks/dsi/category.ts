const names = [
  'Obj:static cam',
  'Obj:moving cam',
  'Cam:static scene',
  'Cam:dynamic scene',
  'Obj-Cam distance',
  'Obj-Cam orientation',
] as const;

/** Every category that has a name. */
const categoryNames: readonly string[] = names;

/**
 * What the authors call the category with this number.
 * @example categoryName(5) // 'Obj-Cam orientation'; categoryName(6) is 'Category 6'
 */
export function categoryName(cate: number): string {
  return names[cate] ?? `Category ${cate}`;
}

/** The inverse; the official tables are sorted by number. */
export function categoryNumber(name: string): number {
  const known = categoryNames.indexOf(name);
  return known >= 0 ? known : Number(name.slice('Category '.length));
}
