import { Command } from 'commander';
import { type Benchmark, type DataSource, SextantError } from '../contracts/index.ts';
import { findBenchmark, findFiles, unpackData } from '../engine/index.ts';
import { redirection } from '../host/index.ts';
import { checkData, dataDir, downloadData, importData, packData, uncheckedFiles } from '../hub/index.ts';
import { sheetTable } from '../report/index.ts';
import { plural } from '../util/index.ts';
import { abouts } from './abouts.ts';
import { environment, openDataset } from './dataset.ts';
import { watchInterrupts } from './interrupt.ts';
import { printJson, say } from './output.ts';
import { openProgress, printTables } from './show.ts';
import { verb } from './verb.ts';

interface Flags {
  data?: string;
  out?: string;
  revision?: string;
  json?: true;
}

export function dataVerb(): Command {
  const all = new Command('data')
    .description(abouts.data.about)
    .addHelpText('after', '\nExample:\n  sextant data pull mmsi\n  sextant data <verb> --help');
  for (const command of [pull(), check(), path(), pack(), unpackPack(), stats(), unpack(), derive()])
    all.addCommand(command);
  return all;
}

function pull(): Command {
  return verb(
    'pull',
    'Downloads a benchmark from the hub. Run again, it continues, and repairs what is missing or damaged.',
    [
      'sextant data pull mmsi',
      'HF_ENDPOINT=https://mirror.example sextant data pull refspatial-expand --out /data/refspatial',
    ],
  )
    .argument('<benchmark>')
    .option('--out <dir>', 'where to; by default where `run` looks')
    .option('--revision <name>', 'a branch, tag or commit; by default the one that the benchmark names')
    .action(async (name: string, flags: Flags) => {
      const { id, source } = findFiles(name);
      const env = await environment();
      const dir = flags.out ?? dataDir(id, env);
      if (!source)
        throw new SextantError('bad_argument', `${id} needs no download`, {
          fix: `run it: sextant run ${id} --model …`,
        });
      const to = URL.parse(env.HF_ENDPOINT ?? '')?.origin;
      const moved = to && redirection(process.env, { by: 'HF_ENDPOINT', secrets: ['HF_TOKEN'], to });
      if (moved) say(`warning: ${moved}`);
      await untilStopped(async (progress, signal) => {
        say(`${source.repo} (${source.licence}) → ${dir}`);
        const manifest = await downloadData({
          repo: source.repo,
          revision: flags.revision ?? source.revision,
          dir,
          select: (path) => isNeeded(path, source),
          env,
          signal,
          onProgress: ({ bytes, total, file }) => progress.update({ done: bytes, total, unit: 'bytes', note: file }),
        });
        progress.done();
        const files = plural(manifest.files.length, 'file');
        const unchecked = uncheckedFiles(manifest);
        if (flags.json) {
          printJson({ benchmark: id, dir, ...manifest.source, files: manifest.files.length, unchecked });
        }
        sayUnchecked(unchecked);
        say(`${files} of ${manifest.source.repo} at ${manifest.source.revision} in ${dir}`);
      });
    });
}

function isNeeded(path: string, { files }: DataSource): boolean {
  if (!files) return true;
  return files.some((file) => (/[*/]$/.test(file) ? path.startsWith(file.replace(/\*$/, '')) : path === file));
}

function check(): Command {
  return verb('check', 'Reads every file again and compares it with what was downloaded.', ['sextant data check mmsi'])
    .argument('<benchmark>')
    .option('--data <dir>', 'another folder than where `pull` puts it')
    .action(async (name: string, flags: Flags) => {
      const { id } = findFiles(name);
      const { missing, changed, extra, manifest } = await checkData(await folderOf(id, flags.data));
      const fine = missing.length + changed.length === 0;
      const unchecked = uncheckedFiles(manifest);
      if (flags.json) printJson({ benchmark: id, fine, missing, changed, extra, unchecked });
      for (const [what, paths] of Object.entries({ missing, changed, extra })) {
        for (const path of paths) say(`${what}: ${path}`);
      }
      sayUnchecked(unchecked);
      const files = plural(manifest.files.length, 'file');
      say(fine ? `as downloaded: ${files}` : 'run `sextant data pull` again to repair it');
      if (!fine) process.exitCode = 1;
    });
}

/** Files that may be anything of the right size: whoever trusts them should know. */
function sayUnchecked(paths: readonly string[]): void {
  for (const path of paths) say(`unchecked: ${path} (the hub gave no hash of it; only its size was compared)`);
}

function path(): Command {
  return verb('path', 'Prints where a benchmark’s files are looked for.', ['sextant data path mmsi'])
    .argument('<benchmark>')
    .action(async (name: string, flags: Flags) => {
      const { id, source } = findFiles(name);
      const dir = await folderOf(id);
      if (!source) say(`${id} needs no download`);
      if (flags.json) printJson({ path: dir });
      else process.stdout.write(`${dir}\n`);
    });
}

function pack(): Command {
  return verb('pack', 'Puts a benchmark’s files into one file, for a machine without network.', [
    'sextant data pack mmsi --out mmsi.tar',
  ])
    .argument('<benchmark>')
    .requiredOption('--out <file>', 'the file to write')
    .option('--data <dir>', 'another folder than where `pull` puts it')
    .action(async (name: string, flags: Flags & { out: string }) => {
      const dir = await folderOf(findFiles(name).id, flags.data);
      await packData(dir, flags.out);
      if (flags.json) printJson({ file: flags.out });
      say(`${dir} → ${flags.out}`);
    });
}

function unpackPack(): Command {
  return verb('import', 'Takes in what `pack` wrote on another machine, and checks every file.', [
    'sextant data import mmsi mmsi.tar',
  ])
    .argument('<benchmark>')
    .argument('<file>')
    .option('--out <dir>', 'where to; by default where `run` looks')
    .action(async (name: string, file: string, flags: Flags) => {
      const dir = await folderOf(findFiles(name).id, flags.out);
      await importData(file, dir);
      if (flags.json) printJson({ dir });
      say(`${file} → ${dir}`);
    });
}

function stats(): Command {
  return verb('stats', 'The authors’ own statistics, computed from your copy, beside what their page says.', [
    'sextant data stats refspatial-expand --data RefSpatial-Expand-Bench',
  ])
    .argument('<benchmark>')
    .option('--data <dir>', 'another folder than where `pull` puts it')
    .action(async (name: string, flags: Flags) => {
      const { benchmark, args } = findBenchmark(name);
      const dataset = await openDataset(benchmark, args, flags.data);
      const sheets = (await benchmark.statistics?.(dataset)) ?? [];
      if (flags.json)
        printJson({ benchmark: benchmark.id, data: { source: dataset.source, sha256: dataset.sha256 }, sheets });
      else printTables(sheets.map(sheetTable));
    });
}

function unpack(): Command {
  return verb('unpack', 'Writes a benchmark as ordinary files: pictures, and a JSONL that refers to them.', [
    'sextant data unpack mmsi --out mmsi-files',
  ])
    .argument('<benchmark>')
    .requiredOption('--out <dir>', 'where to')
    .option('--data <dir>', 'another folder than where `pull` puts it')
    .action(async (name: string, flags: Flags & { out: string }) => {
      const { benchmark, args } = findBenchmark(name);
      const dataset = await openDataset(benchmark, args, flags.data);
      const done = await unpackData({ benchmark, dataset, dir: flags.out });
      if (flags.json) printJson({ dir: flags.out, ...done });
      say(`${plural(done.samples, 'sample')}, ${plural(done.files, 'file')} in ${flags.out}`);
    });
}

function derive(): Command {
  return verb(
    'derive',
    'Makes mirrored and reversed clips from the benchmark’s files or, with --mirror, a mirrored twin of the whole set. Labels are never made up.',
    ['sextant data derive dsi --data DSI-Bench', 'sextant data derive refspatial-expand --mirror --out mirrored'],
  )
    .argument('<benchmark>')
    .option('--data <dir>', 'another folder than where `pull` puts it')
    .option('--mirror', 'the mirror twin of every question that can be mirrored safely, as a data set of its own')
    .option('--out <dir>', 'with --mirror: its folder')
    .action(async (name: string, flags: Flags & { mirror?: true }) => {
      const { benchmark } = findBenchmark(name);
      if (flags.mirror) return mirror(benchmark, flags);
      const derive = benchmark.derive?.bind(benchmark);
      if (!derive) throw new SextantError('bad_argument', `there is nothing to derive for ${benchmark.id}`);
      await untilStopped(async (progress, signal) => {
        const { made, kept, failed } = await derive(await folderOf(benchmark.id, flags.data), {
          signal,
          progress: ({ done, total, path }) => progress.update({ done, total, note: path }),
        });
        progress.done();
        if (flags.json) printJson({ benchmark: benchmark.id, made, kept, failed });
        for (const { path, message } of failed) say(`failed: ${path}: ${message}`);
        say(`${plural(made.length, 'file')} made, ${kept} there before, ${failed.length} failed`);
        if (failed.length > 0) process.exitCode = 1;
      });
    });
}

async function mirror(benchmark: Benchmark, { data, out, json }: Flags): Promise<void> {
  const make = benchmark.mirror?.bind(benchmark);
  if (!make)
    throw new SextantError('bad_argument', `questions of ${benchmark.id} cannot be mirrored`, { where: '--mirror' });
  if (out === undefined)
    throw new SextantError('bad_argument', '--mirror needs a folder to write to', { fix: 'name one with --out' });
  await untilStopped(async (progress, signal) => {
    const { made, leftOut } = await make(await folderOf(benchmark.id, data), {
      out,
      signal,
      progress: ({ done, total, path }) => progress.update({ done, total, note: path }),
    });
    progress.done();
    if (json) printJson({ benchmark: benchmark.id, dir: out, made, leftOut });
    say(`${plural(made, 'question')} mirrored, ${leftOut.length} left out: see mirror.json in ${out}`);
  });
}

/** Long work with a live line; Ctrl-C ends it in good order, and the same command continues it. */
async function untilStopped(
  work: (progress: ReturnType<typeof openProgress>, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const interrupts = watchInterrupts('what is under way');
  const progress = openProgress();
  try {
    await work(progress, interrupts.stop);
  } catch (error) {
    if (!interrupts.stop.aborted) throw error;
    say('stopped; run the same command again to continue');
    process.exitCode = 130;
  } finally {
    progress.done();
    interrupts.release();
  }
}

/** The folder that a person names, or the one where all verbs look. */
async function folderOf(benchmark: string, named?: string): Promise<string> {
  return named ?? dataDir(benchmark, await environment());
}
