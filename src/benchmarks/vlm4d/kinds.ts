/**
 * What the authors' statistics tell apart. Real clips by number: up to 922 the camera looks on, above it is worn. Generated clips
 * by the answer: "no …" means that what is asked about is not there.
 */
export function kindOf(part: 'real' | 'synthetic', id: string, answer: string): string {
  if (part === 'real') return Number(id.split('_').at(-1)) <= 922 ? 'exo-centric' : 'ego-centric';
  const said = answer.trim().toLowerCase();
  return said === 'no' || said.startsWith('no ') ? 'false positive' : 'directional';
}
