/**
 * The item that must be there; from the end where the index is negative. Throws where there is none, instead of making one up.
 * @example at(['A', 'B', 'C'], -1) // 'C'
 */
export function at<T>(list: ArrayLike<T>, index: number): T {
  const item = list[index < 0 ? list.length + index : index];
  if (item === undefined) throw new RangeError(`there is no item ${index} in a list of ${list.length}`);
  return item;
}
