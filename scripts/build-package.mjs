// Makes all of `dist/` that the package ships: Node strips no types under `node_modules`.
import { spawnSync } from 'node:child_process';
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
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');

await import('./build-program.mjs');

const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

// Types are for what can be imported: those that no entry leads to stay here. The compiler leaves the names in them alone, too.
const typesOf = (entry) => (typeof entry === 'object' && 'types' in entry ? [join(root, entry.types)] : []);
const entries = Object.values(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).exports).flatMap(typesOf);
const kept = new Set(entries);
for (const file of kept) {
  const imports = /(?<=(?:from |import )'|import\(")(\.\.?\/[\w./-]+)\.ts(?=['"])/g;
  const text = readFileSync(file, 'utf8');
  for (const [, name] of text.matchAll(imports)) kept.add(join(dirname(file), `${name}.d.ts`));
  writeFileSync(file, text.replaceAll(imports, '$1.js'));
}
for (const file of globSync('**/*.d.ts', { cwd: dist })) if (!kept.has(join(dist, file))) rmSync(join(dist, file));

// Of onnxruntime-web's 140 MB, what runs a network: the loader, the one WASM build (packed, 14 MB to 3), the licence.
const ort = join(root, 'node_modules', 'onnxruntime-web', 'dist');
const runtime = join(dist, 'contestants', 'onnx', 'onnxruntime');
if (!existsSync(runtime)) {
  // Whole or not at all: somebody may be running what is in `dist/`.
  const draft = `${runtime}.${process.pid}.tmp`;
  mkdirSync(draft, { recursive: true });
  copyFileSync(join(ort, 'ort.wasm.bundle.min.mjs'), join(draft, 'ort.mjs'));
  copyFileSync(join(root, 'scripts', 'onnxruntime-licence.txt'), join(draft, 'LICENSE'));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 24 };
  const wasm = readFileSync(join(ort, 'ort-wasm-simd-threaded.wasm'));
  writeFileSync(join(draft, 'ort.wasm.br'), brotliCompressSync(wasm, { params }));
  renameSync(draft, runtime);
}
