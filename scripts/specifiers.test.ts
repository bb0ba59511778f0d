import { expect, test } from 'vitest';
import { specifiers } from './specifiers.ts';

const texts = (source: string) => specifiers(source).map(({ text }) => text);

test.each([
  "import 'x';",
  "import a from 'x'",
  "import type { A } from 'x';",
  "import a, { type B, c as d } from 'x';",
  "import * as a from 'x';",
  "import from from 'x';",
  'import {\n  a, // from "y"\n} from "x";',
  "import data from 'x' with { type: 'json' };",
  "export * from 'x';",
  "export * as a from 'x';",
  "export { a, b as c } from 'x';",
  "export type { A } from 'x';",
  "const a = await import('x');",
  'const a = await import(`x`);',
  "type A = import('x').A;",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
  "const a = `${(await import('x')).a} ${`{${{ b: 1 }.b}`}`};`",
])('finds x in %j', (source) => {
  expect(texts(source)).toEqual(['x']);
});

test.each([
  "// import 'y'",
  "/* import a from 'y';\n export * from 'y' */",
  `const a = "import 'y'";`,
  "const a = 'import \\'y\\'';",
  "const a = `\nimport 'y';\nexport * from 'y';`;",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
  "const a = `${1}\nimport 'y'; ${2}\nimport 'y'`;",
  'const a = import.meta.url;',
  "loader.import('y');",
  "const a = { import: 'y', from: 'y' };",
  "export const from = 'y';",
  "const a = /import 'y'/;",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
  'await import(`./${name}.ts`);',
])('finds nothing in %j', (source) => {
  expect(texts(source)).toEqual([]);
});

test.each([
  'const quote = /[\'"`]/g;',
  'const half = (a + b) / 2; const c = [1][0] / 2;',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
  'const text = `a \\` b ${`c ${d / 2} "`} \'`;',
  "const broken = don't",
  "const url = 'http://a'; // it's",
])('goes on after %j', (line) => {
  expect(specifiers(`${line}\nexport class A {}\nimport 'x';`)).toEqual([{ text: 'x', line: 3 }]);
});

test('the line is where the specifier stands', () => {
  expect(specifiers("/*\n*/ import {\n  a,\n} from 'x';")).toEqual([{ text: 'x', line: 4 }]);
});
