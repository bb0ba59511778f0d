interface Block {
  label: string;
  colour: string;
}

/**
 * The one block that a text names, by its letter or by a colour that only it has; undefined where it names none or several.
 * @example namedBlock('Fetch the blue block.', [{ label: 'A', colour: 'blue' }, { label: 'B', colour: 'red' }]) // 'A'
 */
export function namedBlock(text: string, blocks: readonly Block[]): string | undefined {
  const letters = [...text.matchAll(/\bblock\s+([A-Z])\b/gi)].map(([, letter = '']) => letter.toUpperCase());
  const alone = /^\s*([A-Z])[.!]?\s*$/i.exec(text)?.[1]?.toUpperCase();
  const colours = [...text.matchAll(/\b([a-z]+)\s+(?:block|cube|one)\b/gi)].map(([, colour = '']) =>
    colour.toLowerCase(),
  );
  const named = blocks.filter(
    ({ label, colour }) => letters.includes(label) || alone === label || isOnly(colour, blocks, colours),
  );
  const [first] = named;
  return named.length === 1 ? first?.label : undefined;
}

function isOnly(colour: string, blocks: readonly Block[], colours: readonly string[]): boolean {
  return colours.includes(colour) && blocks.filter((other) => other.colour === colour).length === 1;
}
