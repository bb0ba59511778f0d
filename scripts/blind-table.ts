/** docs/synth-blind.json: what the words of each generator's questions give away, and the golden hash that it was measured with. */
export type BlindTable = Record<
  string,
  {
    golden: string;
    lessons: number;
    rows: { group: string; questions: number; chance: number; right: number; low: number; high: number }[];
  }
>;

/** The first golden hash of a generator, as the test of golden data has it. */
export function goldenOf(test: string, generator: string): string {
  const found = new RegExp(`'${generator}',\\s*'\\w+',\\s*\\d+,\\s*'([0-9a-f]{64})'`).exec(test)?.[1];
  if (!found) throw new Error(`${generator} has no golden data`);
  return found;
}

/** The part of docs/synth.md that follows from the table. */
export function blindTableText(table: BlindTable): string {
  const percent = (share: number) => `${(100 * share).toFixed(share < 0.1 ? 2 : 1)} %`;
  const lines = Object.entries(table)
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([generator, { golden, lessons, rows }]) =>
      rows.map(({ group, questions, chance, right, low, high }, n) => [
        n === 0 ? `\`${generator}\` (${golden.slice(0, 8)})` : '',
        n === 0 ? String(lessons) : '',
        group,
        String(questions),
        `${percent(right)} (${percent(low)} to ${percent(high)})`,
        percent(chance),
        (high / chance).toFixed(2),
      ]),
    );
  const head = [
    'generator',
    'lessons',
    'questions of',
    'number',
    'right (95 % interval)',
    'chance',
    'upper limit ÷ chance',
  ];
  return [
    '<!-- blind -->',
    '',
    ...[head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`),
    '',
    '<!-- /blind -->',
  ].join('\n');
}
