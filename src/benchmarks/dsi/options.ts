/** A letter with its colon, at the start or behind a semicolon: options themselves may hold either sign. */
const label = /(?:^|;)\s*([A-D])\s*:/g;

/**
 * The options of a question by letter, for baselines and diagnostics. The prompt takes the text as it is published.
 * @example parseOptions('A: Moving left; B: Moving right;') // { A: 'Moving left', B: 'Moving right' }
 */
export function parseOptions(text: string): Record<string, string> {
  const labels = [...text.matchAll(label)];
  return Object.fromEntries(
    labels.map((found, i) => {
      const end = labels[i + 1]?.index ?? text.length;
      const option = text.slice(found.index + found[0].length, end);
      return [found[1], option.trim().replace(/\s*;$/, '')];
    }),
  );
}

/** The option that a letter stands for. Letters come from files and models: `constructor` is no option. */
export function optionOf(choices: Record<string, string>, letter: string): string | undefined {
  return Object.hasOwn(choices, letter) ? choices[letter] : undefined;
}
