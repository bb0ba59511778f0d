import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { ReportFormat } from '../../contracts/index.ts';
import { extractorRegistry, extractors, findExtractor } from '../../extract/index.ts';
import { Registry } from '../../util/index.ts';
import { bringModule, modulesInUse, modulesOf } from './use.ts';

const cwd = mkdtempSync(join(tmpdir(), 'sextant-use-'));
afterAll(() => rmSync(cwd, { recursive: true }));

let count = 0;
/** A module of its own for every test: Node loads a file once. */
function write(code: string): string {
  count += 1;
  const name = `./mine${count}.ts`;
  writeFileSync(join(cwd, name), code);
  return name;
}
const extractor = (id: string) => `{ id: '${id}', about: '', extract: () => ({ answer: 'A' }), write: () => 'A' }`;
const model = (id: string) =>
  `{ id: '${id}', capabilities: { maxImages: 0, video: false, coordinates: null, peeks: 'nothing' }, settings: {}, answer: async () => ({ text: 'A', finish: 'stop' }) }`;
const policy = (id: string) =>
  `{ id: '${id}', needs: { cameras: [], action: 'qpos', peeks: 'nothing' }, settings: {}, reset() {}, act: () => 'done' }`;
const protocol = (fields: string) =>
  `{ id: 'mine/plain', about: '', prompt: [], decoding: {}, extractor: 'choice/letter', scorer: 's', aggregate: 'a', askAgain: 0, ${fields} }`;
const benchmark = (id: string, recipe: string) =>
  `{ id: '${id}', title: '', about: '', needsData: false, args: {}, protocols: [${recipe}], breakdowns: [], schema: { parse() {} }, load() {}, fields() {}, space() {}, truth() {}, scorers: { s: { score() {} } }, aggregates: { a() {} } }`;

test('what a module brings is known by name until nobody needs it any more', async () => {
  const file = write(`export const extractor = ${extractor('mine/a')};`);
  const [first, second] = await Promise.all([bringModule(file, { cwd }), bringModule(join(cwd, file), { cwd })]);
  expect(findExtractor('mine/a').extract('', {})).toEqual({ answer: 'A' });
  expect(modulesInUse()).toEqual([{ file: join(cwd, file), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  expect(modulesOf(['mine/a'])).toEqual({ use: [{ file, sha256: expect.any(String) }] });
  expect(modulesOf(['choice/letter'])).toEqual({});
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  expect(findExtractor('mine/a').id).toBe('mine/a');
  second[Symbol.dispose]();
  expect(() => findExtractor('mine/a')).toThrow('there is no extractor');
  expect([modulesInUse(), extractorRegistry.all()]).toEqual([[], extractors]);
});

test.each([
  ['extractor', `export const extractors = [${extractor('choice/letter')}];`],
  ['benchmark', `export const benchmarks = [${benchmark('tiny', protocol(''))}];`],
  ['benchmark', `export const benchmarks = [{ ...${benchmark('mine', protocol(''))}, aliases: { mmsi: {} } }];`],
  ['protocol', `export const benchmarks = [${benchmark('mine', protocol("id: 'mmsi/official'"))}];`],
  ['model', `export const models = [${model('openai/gpt-4o')}];`],
  ['model', `export const models = [${model('baseline/mine')}];`],
  ['model', `export const models = [${model('mine/a')}, ${model('mine/a')}];`],
  ['policy', `export const policies = [${policy('policy/expert')}];`],
  ['format', "export const formats = [{ id: 'csv', about: '', render: () => '' }];"],
])('a name that is taken is refused: %s in %s', async (what, code) => {
  const csv: ReportFormat = { id: 'csv', about: '', render: () => '' };
  const file = write(`export const extractor = ${extractor('mine/other')};\n${code}`);
  const brought = bringModule(file, { cwd, formats: new Registry([csv]) });
  const where = join(cwd, file);
  await expect(brought).rejects.toMatchObject({ code: 'name_taken', where, message: expect.stringContaining(what) });
  // All or nothing.
  expect(modulesInUse()).toEqual([]);
  expect(extractorRegistry.get('mine/other')).toBeUndefined();
});

test.each([
  ['export const nothing = 1;', 'exports none of benchmarks, models, policies, extractors, formats'],
  ["export const model = { id: 'mine/a' };", 'models.0.capabilities'],
  ['export const models = [1];', 'models.0'],
  [`export const extractors = [${extractor('has space')}];`, 'extractors.0.id'],
  ["export const formats = { id: 'a', about: '' };", 'formats.0.render: must be a function'],
  [`export const benchmark = ${benchmark('mine', protocol("scorer: 'none'"))};`, 'benchmarks.0.protocols.0.scorer'],
  [`export const benchmark = ${benchmark('mine', protocol("extractor: 'none'"))};`, 'there is no extractor "none"'],
  [`export const benchmark = ${benchmark('mine', '')};`, 'benchmarks.0.protocols'],
  ['throw new Error("not today");', 'cannot load the module: not today'],
])('what is wrong with a module is said with file and field: %s', async (code, message) => {
  const file = write(code);
  await expect(bringModule(file, { cwd })).rejects.toMatchObject({
    code: 'bad_module',
    where: join(cwd, file),
    message: expect.stringContaining(message),
  });
});

test('a module that is not there, or has changed since', async () => {
  await expect(bringModule('./none.ts', { cwd })).rejects.toMatchObject({ code: 'bad_argument' });
  const file = write(`export const extractor = ${extractor('mine/a')};`);
  (await bringModule(file, { cwd }))[Symbol.dispose]();
  writeFileSync(join(cwd, file), `export const extractor = ${extractor('mine/b')};`);
  await expect(bringModule(file, { cwd })).rejects.toMatchObject({
    code: 'bad_module',
    message: expect.stringContaining('changed'),
  });
});
