// Builds the viewer's page when its sources changed. Plain JavaScript: runs on the machine's own Node (>= 20).
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'web', 'dist');
const stamp = join(dist, 'built-from');

/** Everything that may become part of the page; tests may not. */
function* sources(dir) {
  for (const entry of readdirSync(join(root, dir), { withFileTypes: true })) {
    const path = `${dir}/${entry.name}`;
    if (entry.isDirectory()) {
      if (entry.name !== 'testing' && path !== 'web/dist') yield* sources(path);
    } else if (!/\.test\.tsx?$/.test(entry.name)) yield path;
  }
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const path of ['package-lock.json', 'scripts/build-web.mjs', ...[...sources('src'), ...sources('web')].sort()]) {
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

/** Vite wants a newer Node than we ask for; we bring one along. */
function newNode() {
  const modules = join(root, 'node_modules');
  const found = readdirSync(modules)
    .filter((name) => name.startsWith('node-'))
    .flatMap((name) => ['node', 'node.exe'].map((file) => join(modules, name, 'bin', file)))
    .find((path) => existsSync(path));
  return found ?? process.execPath;
}

/** Files for servers, one script for reports that are a single file, and one for surveys. */
function build(wanted) {
  console.error('sextant: building the viewer’s page …');
  // Into a folder of its own: whoever reads the page meanwhile sees the old one.
  const draft = `${dist}.${process.pid}.tmp`;
  mkdirSync(draft, { recursive: true });
  try {
    for (const mode of ['page', 'single', 'survey']) {
      const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
      const args = [vite, 'build', '--config', 'web/vite.config.ts', '--mode', mode, '--outDir', join(draft, mode)];
      const done = spawnSync(newNode(), [...args, '--logLevel', 'warn'], {
        cwd: root,
        stdio: ['ignore', 2, 2],
        env: { ...process.env, NODE_ENV: 'production' },
      });
      if (done.status !== 0) {
        console.error('sextant: the viewer’s page could not be built.');
        process.exitCode = 1;
        return;
      }
    }
    // Threads and their files are inside the script; these are what is left of making them.
    rmSync(join(draft, 'single', 'assets'), { recursive: true, force: true });
    leaveOutPhysics(draft);
    packScripts(join(draft, 'single'));
    packScripts(join(draft, 'page', 'assets'));
    writeFileSync(join(draft, 'built-from'), wanted);
    rmSync(dist, { recursive: true, force: true });
    try {
      renameSync(draft, dist);
    } catch (error) {
      // Another process built the same and was faster.
      if (!isBuilt(wanted)) throw error;
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Physics engine and runtime of networks are 25 MB that are there already: only the name that the page knows the one by is kept. */
function leaveOutPhysics(draft) {
  const assets = join(draft, 'page', 'assets');
  const engines = readdirSync(assets).filter((each) => each.endsWith('.wasm'));
  for (const each of engines) rmSync(join(assets, each));
  const name = engines.find((each) => each.startsWith('mujoco'));
  rmSync(join(draft, 'single', 'mujoco.wasm'));
  writeFileSync(join(draft, 'physics.json'), JSON.stringify(`assets/${name}`));
}

/** Scripts are read whole, to become part of a file or an answer: packed, a quarter of them is installed. */
function packScripts(folder) {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.js'))) {
    const file = join(folder, name);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), { params }));
    rmSync(file);
  }
}

function isBuilt(wanted) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
}

const wanted = fingerprint();
if (!isBuilt(wanted)) build(wanted);
