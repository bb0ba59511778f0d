/** `1 - np.linspace(0.5, 0.95, 10)`, to the last bit. */
const tolerances = [
  0.5, 0.44999999999999996, 0.4, 0.35, 0.30000000000000004, 0.25, 0.19999999999999996, 0.15000000000000002,
  0.10000000000000009, 0.050000000000000044,
];

/**
 * EASI's mean relative accuracy (MRA) of a number: the share of ten tolerances that its relative error keeps to.
 * @example meanRelativeAccuracy(4, 5) // 0.6
 */
export function meanRelativeAccuracy(prediction: number, target: number): number {
  const distance = Math.abs(prediction - target);
  const error = target === 0 ? distance : distance / Math.abs(target);
  return tolerances.filter((tolerance) => error <= tolerance).length / tolerances.length;
}
