import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { behave, completion, startBadServer } from '../contestants/models/testing/bad-server.ts';
import { selfSigned } from '../hub/testing/certificate.ts';
import { serve } from '../hub/testing/test-hub.ts';
import { newFolder, sextant } from './testing/sextant.ts';
import { startUnitServer } from './testing/unit-server.ts';

/** A server, and a folder whose `.env` leads there. */
async function trap() {
  const server = await startUnitServer(() => behave.says('A'));
  onTestFinished(server.close);
  const cwd = newFolder();
  writeFileSync(join(cwd, '.env'), `OPENAI_BASE_URL=${server.url}\n`);
  const warning = `warning: OPENAI_BASE_URL in .env sends OPENAI_API_KEY of your environment to ${new URL(server.url).origin}`;
  return { server, cwd, warning };
}

test('a .env that leads an exported key to another host is named before anything is sent', async () => {
  const { server, cwd, warning } = await trap();
  const exported = { cwd, env: { OPENAI_API_KEY: 'sk-very-secret-key' } };
  const { stderr, json } = await sextant(exported, 'run', 'tiny:count=2', '--model', 'openai/some', '--json');
  expect(server.received[0]?.headers.authorization).toBe('Bearer sk-very-secret-key');
  const [first, second] = stderr.split('\n');
  expect(first).toBe(warning);
  expect(second).toMatch(`tiny · openai/some at ${server.url} · tiny/official`);
  expect(json[0]).toMatchObject({ event: 'launch', model: 'openai/some', endpoint: server.url });
  const doctor = await sextant(exported, 'doctor', '--model', 'openai/some', '--json');
  expect(doctor.stderr).toContain(warning);
});

test('a server behind TLS that hints and says 100 Continue before it answers is heard', async () => {
  const certificate = selfSigned(['127.0.0.1']);
  const server = await serve((request, response) => {
    response.writeEarlyHints({ link: '</a>; rel=preload' });
    response.writeContinue();
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(completion('A')));
    });
  }, certificate);
  onTestFinished(() => server[Symbol.asyncDispose]());
  const cwd = newFolder();
  writeFileSync(join(cwd, 'ca.pem'), certificate.cert);
  const env = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'sk-12345', NODE_EXTRA_CA_CERTS: join(cwd, 'ca.pem') };
  const { json, stderr } = await sextant({ cwd, env }, 'run', 'tiny:count=8', '--model', 'openai/some', '--json');
  expect(json.at(-1), stderr).toMatchObject({ event: 'done', summary: { missing: 0, outcomes: { answered: 4 } } });
  expect(server.seen).toHaveLength(8);
});

test('a .env without an exported key needs no warning; who answers in the process has no endpoint', async () => {
  const { cwd } = await trap();
  const own = await sextant({ cwd }, 'run', 'tiny:count=2', '--model', 'openai/some', '--json');
  expect(own.json.at(-1)).toMatchObject({ event: 'done' });
  expect(own.stderr).not.toContain('warning');
  const baseline = await sextant({ cwd }, 'run', 'tiny:count=2', '--model', 'baseline/first', '--json');
  expect(baseline.stderr).toContain('tiny · baseline/first · tiny/official');
  expect(baseline.json[0]).not.toHaveProperty('endpoint');
});

test('a .env that leads an exported hub token to another host is named too', async () => {
  const server = await startBadServer(() => behave.status(404));
  onTestFinished(server.close);
  const { origin } = new URL(server.url);
  const cwd = newFolder();
  writeFileSync(join(cwd, '.env'), `HF_ENDPOINT=${origin}/hub?key=x\n`);
  const { stderr } = await sextant({ cwd, env: { HF_TOKEN: 'hf_secret1' } }, 'data', 'pull', 'mmsi', '--out', 'data');
  expect(server.received[0]?.headers.authorization).toBe('Bearer hf_secret1');
  expect(stderr.split('\n')[0]).toBe(`warning: HF_ENDPOINT in .env sends HF_TOKEN of your environment to ${origin}`);
});
