/**
 * Names and values as they are written on the command line.
 * @example assignments({ split: 'train', seed: '1' }) // 'split=train,seed=1'
 */
export function assignments(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join(',');
}
