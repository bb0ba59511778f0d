import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parquetFile } from '../benchmarks/mmsi/testing/fixture.ts';
import { selfSigned } from '../hub/testing/certificate.ts';
import { connectProxy } from '../hub/testing/connect-proxy.ts';
import { hubOf, serve } from '../hub/testing/test-hub.ts';
import { type Ended, newFolder, sextant } from './testing/sextant.ts';

const secrets = /hf_t0ken-of-mine|pr0xy-passw0rd|s1gned-link|cHIweHktcGFzc3cwcmQ/;
const token = 'hf_t0ken-of-mine';
const credentials = { user: 'me', password: 'pr0xy-passw0rd' };

/** A hub and its storage, both TLS, behind a proxy that wants a password; their names exist nowhere else. */
async function surroundings(opts: { refuses?: true } = {}) {
  const certificate = selfSigned(['hub.test', 'storage.test', '0.0.0.0']);
  const parquet = readFileSync(await parquetFile());
  const storage = await serve((_request, response) => response.writeHead(200).end(parquet), certificate);
  const { handle } = hubOf(
    { 'MMSI_Bench.parquet': parquet },
    (request, response) => {
      if (opts.refuses) return !!response.writeHead(401).end(`${token} is not welcome`);
      if (!request.url?.includes('/resolve/')) return false;
      const location = 'https://storage.test/blob?signature=s1gned-link';
      return !!response.writeHead(302, { location }).end();
    },
    'RunsenXu/MMSI-Bench',
  );
  const hub = await serve(handle, certificate);
  const routes = { 'hub.test:443': hub.port, 'storage.test:443': storage.port, [`0.0.0.0:${hub.port}`]: hub.port };
  const proxy = await connectProxy(routes, credentials);
  for (const server of [proxy, hub, storage]) onTestFinished(() => server[Symbol.asyncDispose]());
  const cwd = newFolder();
  writeFileSync(join(cwd, 'ca.pem'), certificate.cert);
  const trust = { NODE_EXTRA_CA_CERTS: join(cwd, 'ca.pem') };
  const asked = { HF_ENDPOINT: 'https://hub.test', HF_TOKEN: token, HTTPS_PROXY: proxy.url };
  const pull = (env: Record<string, string>) => sextant({ cwd, env }, 'data', 'pull', 'mmsi', '--json');
  return { parquet, storage, hub, proxy, cwd, trust, asked, pull };
}

/** Everything that the command left behind in words: output, and files below its folder but `.env`. */
function leftBehind({ stdout, stderr }: Ended, cwd: string): string {
  const files = readdirSync(cwd, { recursive: true, encoding: 'utf8' })
    .filter((name) => name !== '.env' && statSync(join(cwd, name)).isFile())
    .map((name) => readFileSync(join(cwd, name), 'latin1'));
  return [stdout, stderr, ...files].join('\n');
}

test('an https hub is reached through the proxy; its storage is not told the token', async () => {
  const { parquet, storage, hub, proxy, cwd, trust, asked, pull } = await surroundings();
  const pulled = await pull({ ...asked, ...trust });
  expect(pulled.code, pulled.stderr).toBe(0);
  expect(readFileSync(join(pulled.json[0].dir, 'MMSI_Bench.parquet')).equals(parquet)).toBe(true);
  expect(new Set(proxy.tunnels.map(({ target }) => target))).toEqual(new Set(['hub.test:443', 'storage.test:443']));
  expect(new Set(proxy.tunnels.map(({ authorization }) => authorization))).toEqual(new Set([proxy.authorization]));
  expect(new Set(hub.seen.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${token}`]));
  expect(storage.seen.map(({ path, authorization }) => [path, authorization])).toEqual([
    ['/blob?signature=s1gned-link', undefined],
  ]);
  expect(leftBehind(pulled, cwd)).toContain('sextant-data-1');
  expect(leftBehind(pulled, cwd)).not.toMatch(secrets);
});

test('NO_PROXY is honoured', async () => {
  const { hub, proxy, trust, asked, pull } = await surroundings();
  // This machine by a name that is not excepted anyway.
  const direct = { ...asked, ...trust, HF_ENDPOINT: `https://0.0.0.0:${hub.port}` };
  expect((await pull({ ...direct, NO_PROXY: 'other.test, 0.0.0.0' })).code).toBe(0);
  expect(proxy.tunnels.map(({ target }) => target)).toEqual(['storage.test:443']);
  expect((await pull(direct)).code).toBe(0);
  expect(proxy.tunnels.map(({ target }) => target)).toContain(`0.0.0.0:${hub.port}`);
});

test('hub, token, proxy and place may stand in .env, for all verbs; what is really set wins', async () => {
  const { hub, cwd, trust, asked, pull } = await surroundings();
  const lines = { ...asked, HF_TOKEN: 'hf_t0ken-of-mine-too', SEXTANT_DATA: join(cwd, 'mine') };
  writeFileSync(
    join(cwd, '.env'),
    Object.entries(lines)
      .map((line) => line.join('='))
      .join('\n'),
  );
  const pulled = await pull({ ...trust, HF_TOKEN: token });
  expect(pulled.json[0], pulled.stderr).toMatchObject({ dir: join(cwd, 'mine/mmsi') });
  expect(new Set(hub.seen.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${token}`]));
  expect((await sextant({ cwd }, 'data', 'path', 'mmsi')).stdout).toBe(`${join(cwd, 'mine/mmsi')}\n`);
  const run = await sextant({ cwd }, 'run', 'mmsi', '--model', 'baseline/oracle', '--json');
  expect(run.json.at(-1), run.stderr).toMatchObject({ event: 'done', summary: { units: 4 } });
  expect(leftBehind(pulled, cwd)).not.toMatch(secrets);
});

test('a proxy that refuses, a hub that refuses and a certificate that nobody vouches for are named at once, without secrets', async () => {
  const { cwd, trust, asked, pull } = await surroundings();
  const { HTTPS_PROXY } = asked;
  const cases = [
    {
      ended: await pull({ ...asked, ...trust, HTTPS_PROXY: HTTPS_PROXY.replace('me:', 'you:') }),
      error: { code: 'missing_key', message: expect.stringContaining('407'), where: 'HTTPS_PROXY' },
    },
    {
      ended: await pull({ ...asked, ...trust, HF_ENDPOINT: 'https://elsewhere.test' }),
      error: { code: 'provider', message: expect.stringContaining('403'), where: 'HTTPS_PROXY' },
    },
    { ended: await pull(asked), error: { code: 'provider', fix: expect.stringContaining('NODE_EXTRA_CA_CERTS') } },
  ];
  const strict = await surroundings({ refuses: true });
  const refused = await strict.pull({ ...strict.asked, ...strict.trust });
  for (const { ended, error } of [...cases, { ended: refused, error: { code: 'missing_key' } }]) {
    expect(ended.json[0]).toMatchObject({ event: 'error', ...error });
    expect(ended.code).toBe(1);
    expect(leftBehind(ended, cwd)).not.toMatch(secrets);
  }
});
