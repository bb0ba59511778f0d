import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Command } from 'commander';
import { type Benchmark, type Recordings, SextantError } from '../contracts/index.ts';
import { benchmarks, poolReaders, type Reproduction, reproduce } from '../engine/index.ts';
import { writeFileAtomic } from '../files/index.ts';
import { type Evidence, evidencePage, evidenceTables, spreadSvg } from '../report/index.ts';
import { count } from '../util/index.ts';
import { abouts } from './abouts.ts';
import { printJson, say } from './output.ts';
import { formatHelp, printTables } from './show.ts';
import { verb } from './verb.ts';

export function reproduceVerb(): Command {
  return verb('reproduce', abouts.reproduce.about, [
    'sextant reproduce BLINK_Benchmark',
    'sextant reproduce BLINK_Benchmark VLM4D --out evidence.md',
  ])
    .argument('<folder...>', 'checkouts of repositories in which authors published answers of models')
    .option('--format <format>', formatHelp(), 'terminal')
    .option('--out <file>', 'write a page of Markdown, with its pictures beside it')
    .action(async (folders: string[], flags: { format: string; out?: string; json?: true }) => {
      const known = await allRecordings();
      const found = folders.map((dir) => ({ dir, ...recordedIn(dir, known) }));
      const evidence: Evidence[] = [];
      for (const { dir, benchmark, recordings } of found) {
        const models: Reproduction[] = [];
        for await (const each of reproduce(benchmark, recordings, dir)) {
          models.push(each);
          if (flags.json) printJson({ event: 'reproduced', benchmark: benchmark.id, ...each });
          say(`${benchmark.title}: ${each.model} (${each.setting}), ${count(each.answers)} answers`);
        }
        evidence.push({ title: benchmark.title, recordings, models, readers: poolReaders(models) });
      }
      if (!flags.json) printTables(evidence.flatMap(evidenceTables), flags.format);
      const { out } = flags;
      if (out === undefined) return;
      const missing = known.filter(({ benchmark }) => !found.some((one) => one.benchmark === benchmark));
      const pictures = evidence.map((each) => ({
        each,
        name: `${basename(out, '.md')}-${slug(each.title)}.svg`,
      }));
      for (const { each, name } of pictures) writeFileAtomic(join(dirname(out), name), spreadSvg(each));
      const notRun = missing.map(({ benchmark, recordings }) => `${benchmark.title} (${recordings.repository})`);
      const page = evidencePage({ evidence, pictures: pictures.map(({ name }) => name), notRun });
      writeFileAtomic(out, page);
      say(out);
    });
}

type RecordedBenchmark = { benchmark: Benchmark; recordings: Recordings };

async function allRecordings(): Promise<RecordedBenchmark[]> {
  const found: RecordedBenchmark[] = [];
  for (const benchmark of benchmarks) {
    const recordings = await benchmark.recordings?.();
    if (recordings) found.push({ benchmark, recordings });
  }
  return found;
}

function recordedIn(dir: string, known: readonly RecordedBenchmark[]): RecordedBenchmark {
  const found = known.find(({ recordings }) => existsSync(join(dir, recordings.folder)));
  if (found) return found;
  throw new SextantError('bad_argument', 'no published answers that Sextant knows are in this folder', {
    where: dir,
    fix: `name a checkout of ${known.map(({ recordings }) => `${recordings.repository} (it has ${recordings.folder})`).join(', or ')}`,
  });
}

function slug(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
