/** Text that fits into so many pixels of our charts' font; SVG has no ellipsis of its own. */
export function clipText(text: string, pixels: number): string {
  const most = Math.max(3, Math.floor(pixels / 7));
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`;
}
