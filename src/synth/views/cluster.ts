export const perScene = 6;

/** Questions about one place are not independent. */
export function clusterOf(index: number): string {
  return `scene-${Math.floor(index / perScene)}`;
}
