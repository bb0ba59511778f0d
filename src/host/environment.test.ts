import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEnv, withDotenv } from './environment.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'sextant-env-'));

test('.env: quotes, comments, export, empty lines, Windows line ends and a byte order mark', () => {
  const text = '\uFEFFA=1\r\nexport B="two words" # comment\n# C=3\n\nD=\'#4\'\nE=a=b==\nF=\nnot a line\n';
  expect(withDotenv({}, text)).toEqual({ A: '1', B: 'two words', D: '#4', E: 'a=b==', F: '' });
});

test('the real environment wins over .env, also in other letters', () => {
  expect(withDotenv({ A: 'real' }, 'A=file\nB=file')).toEqual({ A: 'real', B: 'file' });
  const real = { HTTPS_PROXY: 'http://real:1', NO_PROXY: '' };
  expect(withDotenv(real, 'https_proxy=http://file:1\nno_proxy=*')).toEqual(real);
});

test('a folder without .env, and one where that is a folder, has nothing to add', async () => {
  const cwd = folder();
  expect(await readEnv({ env: { A: '1' }, cwd })).toEqual({ A: '1' });
  mkdirSync(join(cwd, '.env'));
  expect(await readEnv({ env: { A: '1' }, cwd })).toEqual({ A: '1' });
  const other = folder();
  writeFileSync(join(other, '.env'), 'B=2');
  expect(await readEnv({ env: { A: '1' }, cwd: other })).toEqual({ A: '1', B: '2' });
});
