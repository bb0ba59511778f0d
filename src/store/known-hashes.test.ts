import { expect, test } from 'vitest';
import { sha256 } from '../files/index.ts';
import { KnownHashes } from './known-hashes.ts';

test('what was added is known until another hash takes its place, and nothing else ever is', () => {
  const known = new KnownHashes();
  const names = Array.from({ length: 20_000 }, (_, i) => sha256(`${i}`));
  for (const name of names) {
    expect(known.has(name)).toBe(false);
    known.add(name);
    expect(known.has(name)).toBe(true);
  }
  expect(names.filter((name) => known.has(name)).length).toBeGreaterThan(3500);
  expect(Array.from({ length: 20_000 }, (_, i) => known.has(sha256(`other ${i}`)))).not.toContain(true);
});

test('hashes that differ in any one digit are different ones', () => {
  const known = new KnownHashes();
  const name = sha256('a');
  known.add(name);
  for (let i = 0; i < 64; i++) {
    for (const digit of '0123456789abcdef') {
      const other = name.slice(0, i) + digit + name.slice(i + 1);
      expect(known.has(other)).toBe(other === name);
    }
  }
});
