import { expect, test } from 'vitest';
import { proxiesFor, secretsOf } from './proxy.ts';

const away = new URL('https://api.example.test/v1');

test('no variable, no proxy; this machine, no proxy', () => {
  expect(proxiesFor(away, { NO_PROXY: '*' })).toBeNull();
  expect(proxiesFor(new URL('http://127.0.0.1:8000/v1'), { HTTP_PROXY: 'http://proxy:3128' })).toBeNull();
});

test('both spellings, the small one first, and without a scheme', () => {
  expect(proxiesFor(away, { https_proxy: 'proxy:3128', HTTPS_PROXY: 'http://other:1', NO_PROXY: 'a,b' })).toEqual({
    httpProxy: '',
    httpsProxy: 'http://proxy:3128',
    noProxy: 'a,b',
  });
});

test('a password is a secret, also when the URL is broken', () => {
  const proxies = proxiesFor(away, { HTTP_PROXY: 'http://me:hunter22@proxy:3128' });
  expect(proxies && secretsOf(proxies)).toEqual(['hunter22', '']);
  const broken = () => proxiesFor(away, { HTTP_PROXY: 'http://me:hunter22@proxy:port' });
  expect(broken).toThrow(expect.objectContaining({ code: 'bad_config', where: 'HTTP_PROXY', message: 'not a URL' }));
});
