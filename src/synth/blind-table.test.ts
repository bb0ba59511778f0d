import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type BlindTable, blindTableText, goldenOf } from '../../scripts/blind-table.ts';
import { families } from './index.ts';

const root = join(import.meta.dirname, '../..');
const table: BlindTable = JSON.parse(readFileSync(join(root, 'docs/synth-blind.json'), 'utf8'));

test.each(families.map((benchmark) => [benchmark.id, benchmark] as const))(
  'what the words of %s give away was measured with the questions that it makes: else run scripts/measure-blind.ts',
  async (_, benchmark) => {
    const { generator } = await benchmark.family();
    const golden = goldenOf(readFileSync(join(import.meta.dirname, 'golden-data.test.ts'), 'utf8'), generator);
    expect(table[generator]?.golden).toBe(golden);
  },
);

test('docs/synth.md shows the table', () => {
  // The formatter makes columns equally wide.
  const narrow = (text: string) => text.replaceAll(/[ -]+/g, ' ');
  expect(narrow(readFileSync(join(root, 'docs/synth.md'), 'utf8'))).toContain(narrow(blindTableText(table)));
});
