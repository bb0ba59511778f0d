/** The words of some texts, in lower case. */
export function wordsIn(...texts: string[]): string[] {
  return texts.flatMap((text) => text.toLowerCase().match(/[a-z']+/g) ?? []);
}
