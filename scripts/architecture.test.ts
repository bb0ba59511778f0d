import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const folders = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));

/** Names in a text that are set as code. */
const codeIn = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

/** What the page says of a room, by the room's name. */
const rooms = new Map(
  [...read('docs/architecture.md').matchAll(/^\| `(\w+)` +\| (.*?) *\|$/gm)].map(([, room = '', about = '']) => [
    room,
    about,
  ]),
);

test('docs/architecture.md names the rooms that there are, from the ground up', () => {
  expect([...rooms.keys()].sort()).toEqual(folders('src').sort());
  const allowed: Record<string, string[]> = JSON.parse(read('imports.json'));
  // What stands before the rooms, and the page, are on top of all.
  const order = [...rooms.keys(), 'public', 'web'];
  const upwards = Object.entries(allowed).flatMap(([room, imports]) =>
    imports.filter((other) => order.indexOf(other) > order.indexOf(room)).map((other) => `${room} imports ${other}`),
  );
  expect(upwards).toEqual([]);
});

test('of the folders of the engine it leaves none out', () => {
  const named = [...(rooms.get('engine') ?? '').matchAll(/`(\w+)\/`/g)].map(([, name]) => name);
  expect(named.sort()).toEqual(
    folders('src/engine')
      .filter((name) => name !== 'testing')
      .sort(),
  );
});

test.each(['docs/architecture.md', 'CONTRIBUTING.md'])('every file that %s names exists', (page) => {
  const named = codeIn(read(page)).filter((code) =>
    /^(src|web|scripts|bench|examples|python|docs|training|reference)\/[\w./-]+$/.test(code),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('every decision that a text names by its number has been written down', () => {
  const written = new Set(readdirSync(join(root, 'docs/decisions')).map((name) => Number(name.slice(0, 4))));
  const texts = globSync('{*.md,docs/**/*.md,src/**/*.ts}', { cwd: root });
  const named = texts.flatMap((path) =>
    [...read(path).matchAll(/\b[Dd]ecision (\d+)\b/g)].map(([, number]) => Number(number)),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((number) => !written.has(number))).toEqual([]);
});
