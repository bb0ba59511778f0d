// Makes the JavaScript in `dist/`, when sources changed: what the package ships, and what tests of the command line start. Modules
// are joined to few files: Node needs longer to find 500 of them than to run them.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { slimWasm } from '../src/viewer/slim-wasm.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const src = join(root, 'src');
const dist = join(root, 'dist');
const stamp = join(dist, 'built-from');

const isForTests = (file) =>
  /\.test\.ts$/.test(file) || file.split(sep).some((part) => /^(testing|fixtures)$/.test(part));
const sources = globSync('**/*.{ts,json,py}', { cwd: src })
  .filter((file) => !isForTests(file))
  .sort();

/** What is started or imported by name: commands, the library, threads, the verbs of benchmarks. */
const entries = sources.filter((file) =>
  /^(index|robot|cli\/bin|(extract|stats)\/index|.*\/thread|.*\/verbs\/index)\.ts$/.test(file.replaceAll(sep, '/')),
);

/** Packages of many modules, or of much that we do not use, become part of ours; their licences come along. */
const joined = ['@hono/node-server', 'commander', 'hono', 'hyparquet', 'hyparquet-writer', 'mediabunny', 'yaml', 'zod'];
/** The physics engine is half as large without the names in it that nobody needs, and comes once: upstream's package has it twice. */
const PHYSICS = '@mujoco/mujoco';
const isJoined = (id) => joined.some((name) => id === name || id.startsWith(`${name}/`));

/** A module that is joined to others still finds what lies beside it: its own place, seen from where it went. */
const ownPlaces = {
  name: 'own places',
  resolveId: (id) => (id === PHYSICS ? { id: 'own-place:mujoco/mujoco.js', external: true } : null),
  transform(code, id) {
    if (!id.startsWith(src) || !code.includes('import.meta.')) return null;
    const place = relative(src, id).replaceAll(sep, '/').replace(/\.ts$/, '.js');
    const placed = code
      .replace(/(?<=new URL\('\.\.?\/[\w/-]+)\.ts(?=', import\.meta\.url\))/g, '.js')
      .replaceAll('import.meta.url', `new URL("own-place:${place}", import.meta.url).href`)
      .replaceAll('import.meta.dirname', `(import.meta.dirname + "/own-place:${dirname(place)}")`);
    // Lines stay lines, so the map of what was there before still holds.
    return { code: placed, map: null };
  },
  renderChunk(code, { fileName }) {
    if (!code.includes('own-place:')) return null;
    const placed = code.replaceAll(/own-place:([\w/.-]+)/g, (_, place) => {
      const path = relative(dirname(fileName), place).replaceAll(sep, '/');
      return path.startsWith('.') ? path : `./${path}`;
    });
    return { code: placed, map: null };
  },
};

function fingerprint() {
  const hash = createHash('sha256');
  const others = ['package.json', 'package-lock.json', 'scripts/build-program.mjs'].map((file) => join(root, file));
  for (const file of [...others, ...sources.map((name) => join(src, name))])
    hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function copyPhysics(draft) {
  const from = join(root, 'node_modules', PHYSICS);
  const to = join(draft, 'mujoco');
  mkdirSync(to);
  copyFileSync(join(from, 'mujoco.js'), join(to, 'mujoco.js'));
  writeFileSync(join(to, 'mujoco.wasm'), slimWasm(readFileSync(join(from, 'mujoco.wasm'))));
  const { version, repository, license } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  const text = `MuJoCo ${version} by Google DeepMind, from ${repository.url}: mujoco.js unchanged, mujoco.wasm without its custom
sections. Licence: ${license}, whose text is in the file LICENSE of this package.
`;
  writeFileSync(join(draft, 'licences', 'mujoco.txt'), text);
}

async function build(draft) {
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((file) => [file.replace(/\.ts$/, ''), join(src, file)])),
    platform: 'node',
    external: (id) => /^[^./]/.test(id) && !isAbsolute(id) && !isJoined(id) && id !== PHYSICS,
    plugins: [ownPlaces],
    preserveEntrySignatures: 'allow-extension',
  });
  // What only a thread needs stays out of the thread's own file: whoever imports it must not start the thread's work.
  const isOther = (id) => !entries.some((file) => join(src, file) === id);
  const groups = [{ name: 'shared', test: isOther, entriesAware: true, includeDependenciesRecursively: false }];
  const chunkFileNames = ({ name }) => `parts/${/\w+/.exec(name)}-[hash].js`;
  const names = { entryFileNames: '[name].js', chunkFileNames };
  const { output } = await bundle.write({
    dir: draft,
    format: 'esm',
    sourcemap: true,
    codeSplitting: { groups },
    ...names,
  });
  await bundle.close();
  const isStarted = output.flatMap(({ imports = [] }) => imports).find((file) => /(^|\/)(bin|thread)\.js$/.test(file));
  if (isStarted) throw new Error(`${isStarted} would start where it is imported`);
  // Source maps bring our sources, which the package has nowhere else. Of others' the line numbers do.
  for (const map of globSync('**/*.js.map', { cwd: draft }).map((file) => join(draft, file))) {
    const { sources, sourcesContent, ...rest } = JSON.parse(readFileSync(map, 'utf8'));
    const contents = sources.map((source, index) => (source.includes('node_modules/') ? null : sourcesContent[index]));
    writeFileSync(map, JSON.stringify({ ...rest, sources, sourcesContent: contents }));
  }
  // What modules start or read beside themselves.
  for (const file of sources.filter((name) => name.endsWith('.py'))) {
    mkdirSync(dirname(join(draft, file)), { recursive: true });
    copyFileSync(join(src, file), join(draft, file));
  }
  mkdirSync(join(draft, 'licences'));
  for (const name of joined) {
    const folder = join(root, 'node_modules', name);
    const { version, repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    // Some licences want to be told where the source is.
    const source = `${name} ${version}, unchanged, from ${repository.url ?? repository}\n\n`;
    const licence = readFileSync(join(folder, 'LICENSE'), 'utf8');
    writeFileSync(join(draft, 'licences', `${name.replace('/', '-')}.txt`), source + licence);
  }
  copyPhysics(draft);
}

const wanted = fingerprint();
const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
if (!isBuilt()) {
  // Into a folder of its own: whoever starts it meanwhile has the old one.
  const draft = `${dist}.${process.pid}.tmp`;
  try {
    await build(draft);
    writeFileSync(join(draft, 'built-from'), wanted);
    rmSync(dist, { recursive: true, force: true });
    renameSync(draft, dist);
  } catch (error) {
    // Another process may have built the same and been faster.
    if (!isBuilt()) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
