import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { measure, median } from './measure.ts';

const CONCURRENCY = 32;
const TRIES = 9;
let runs = 0;

/** Over 1,000 units most of what we add is starting, warming up and scoring; over 4,000 it is asking. */
const parts: Record<string, () => Promise<void> | void> = {
  fast: () => fast(1000).then(() => fast(4000)),
  slow,
  replicas,
  memory,
  startup,
};
/** `npm run bench -- harness replicas` measures only that. */
const chosen = process.argv.slice(3);

const work = mkdtempSync(join(tmpdir(), 'sextant-bench-'));
try {
  await makePictures(work);
  for (const [name, measured] of Object.entries(parts))
    if (chosen.length === 0 || chosen.includes(name)) await measured();
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** 1,000 different JPEG files of 60 KB. */
async function makePictures(dir: string): Promise<void> {
  const noise = Buffer.from(Uint8Array.from({ length: 400 * 300 * 3 }, (_, i) => (i * 7919 + (i >> 3) * 104729) % 256));
  const jpeg = await sharp(noise, { raw: { width: 400, height: 300, channels: 3 } })
    .jpeg({ quality: 60 })
    .toBuffer();
  for (let i = 0; i < 1000; i += 1) {
    // Bytes after the end of the picture are ignored by decoders: same picture, other file.
    const tail = Buffer.alloc(Math.max(8, 60_000 - jpeg.length), `${i} `);
    writeFileSync(join(dir, `${i}.jpg`), Buffer.concat([jpeg.subarray(0, 59_000), tail]));
  }
}

async function withServer<T>(delay: number, use: (port: string) => Promise<T>): Promise<T> {
  const { server, port } = await startServer(delay);
  try {
    return await use(port);
  } finally {
    server.kill();
  }
}

async function startServer(...args: number[]) {
  const part = join(import.meta.dirname, 'harness-parts/server.ts');
  const server = spawn(process.execPath, [part, ...args.map(String)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(server.stdout, 'data');
  return { server, port: String(port).trim() };
}

/** @param port several, with commas, are replicas, and `concurrency` is that of each */
function ours(port: string, count: number, concurrency = CONCURRENCY) {
  runs += 1;
  return measure('harness-parts/ours.ts', work, port, count, concurrency, join(work, `run-${runs}`));
}
function bare(port: string, count: number) {
  return measure('harness-parts/bare.ts', work, port, count, CONCURRENCY);
}

async function fast(count: number): Promise<void> {
  const pairs = await withServer(0, async (port) => {
    const made = [];
    for (let i = 0; i < TRIES; i += 1) made.push({ bare: await bare(port, count), ours: await ours(port, count) });
    return made;
  });
  const bareRate = count / median(pairs.map((pair) => pair.bare.seconds));
  const ourRate = count / median(pairs.map((pair) => pair.ours.seconds));
  const cpu = median(pairs.map((pair) => pair.bare.cpu)) / median(pairs.map((pair) => pair.ours.cpu));
  const peak = Math.max(...pairs.map((pair) => pair.ours.peakMB));
  console.log(
    `0 ms    ${count} units   bare undici ${bareRate.toFixed(0)} req/s   sextant ${ourRate.toFixed(0)} req/s   ratio ${(ourRate / bareRate).toFixed(2)}, of processor time ${cpu.toFixed(2)} (goal ≥ 0.90)`,
  );
  console.log(`        peak memory ${peak.toFixed(0)} MB (goal ≤ 300)`);
}

async function slow(): Promise<void> {
  const pairs = await withServer(200, async (port) => {
    const made = [];
    for (let i = 0; i < TRIES; i += 1) made.push({ bare: await bare(port, 1000), ours: await ours(port, 1000) });
    return made;
  });
  const ideal = Math.ceil(1000 / CONCURRENCY) * 0.2;
  const seconds = median(pairs.map((pair) => pair.ours.seconds));
  const bareSeconds = median(pairs.map((pair) => pair.bare.seconds));
  console.log(
    `200 ms  ideal ${ideal.toFixed(2)} s   bare undici ${bareSeconds.toFixed(2)} s   sextant ${seconds.toFixed(2)} s   to the ideal ${(seconds / ideal).toFixed(3)} (goal ≤ 1.05)`,
  );
}

/** Four servers that take eight requests each, against 32 in flight. The last run loses one of them on its way. */
async function replicas(): Promise<void> {
  const servers = await Promise.all(Array.from({ length: 4 }, () => startServer(200, CONCURRENCY / 4)));
  const ports = servers.map(({ port }) => port).join(',');
  try {
    const tries = [];
    for (let i = 0; i < TRIES; i += 1) tries.push(await ours(ports, 1000, CONCURRENCY / 4));
    const ideal = Math.ceil(1000 / CONCURRENCY) * 0.2;
    const seconds = median(tries.map((each) => each.seconds));
    console.log(
      `4 × 8   ideal ${ideal.toFixed(2)} s   sextant ${seconds.toFixed(2)} s   to the ideal ${(seconds / ideal).toFixed(3)} (goal ≤ 1.05)`,
    );
    setTimeout(() => servers[0]?.server.kill('SIGKILL'), 500 * ideal);
    const { seconds: fewer } = await ours(ports, 1000, CONCURRENCY / 4);
    console.log(`        one killed on the way: ${fewer.toFixed(2)} s, every unit answered`);
  } finally {
    for (const { server } of servers) server.kill();
  }
}

async function memory(): Promise<void> {
  const [small, large] = await withServer(0, async (port) => [await ours(port, 1000), await ours(port, 20_000)]);
  const ratio = large.peakMB / small.peakMB;
  console.log(
    `memory  1,000 units ${small.peakMB.toFixed(0)} MB   20,000 units ${large.peakMB.toFixed(0)} MB   ratio ${ratio.toFixed(2)} (goal 0.80 … 1.20)`,
  );
}

function startup(): void {
  const time = (command: string, args: string[]) =>
    median(
      Array.from({ length: 15 }, () => {
        const begun = performance.now();
        const { status } = spawnSync(command, args, { stdio: 'ignore' });
        if (status !== 0) throw new Error(`${command} failed`);
        return performance.now() - begun;
      }),
    );
  const node = time(process.execPath, ['-e', '0']);
  const help = time(join(import.meta.dirname, '../bin/sextant'), ['--help']);
  console.log(
    `start   node ${node.toFixed(0)} ms   sextant --help ${help.toFixed(0)} ms   over node ${(help - node).toFixed(0)} ms (goal < 150)`,
  );
}
