import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { rsbTools } from '../benchmarks/index.ts';
import { SextantError } from '../contracts/index.ts';
import { reenact } from '../engine/index.ts';
import { writeFileAtomic } from '../files/index.ts';
import { readRunFile } from '../store/index.ts';
import { plural } from '../util/index.ts';
import { printJson, say } from './output.ts';
import { openReenactment } from './reenactment.ts';
import { openProgress } from './show.ts';
import { verb } from './verb.ts';

interface Flags {
  out: string;
  video?: true;
  checkpoint: string;
  json?: true;
}

/** Results as the authors' evaluation leaves them. */
export function resultsVerb(): Command {
  return verb(
    'results',
    'Writes a run as the authors’ evaluation would have: eval_result/…/_result.txt, one JSON per episode, videos on request.',
    ['sextant rsb results runs/mine --out . --video'],
  )
    .argument('<run>', 'a run folder')
    .requiredOption('--out <dir>', 'where eval_result/ goes')
    .option('--video', 'film every episode again (head camera)')
    .option('--checkpoint <name>', 'what the authors’ path calls the checkpoint', 'none')
    .action(async (folder: string, { out, video, checkpoint, json }: Flags) => {
      const rsb = await rsbTools();
      const { createdAt, spec } = readRunFile(folder);
      const suite = rsb.suites.find(({ id }) => id === spec.benchmark);
      if (!suite) {
        throw new SextantError('bad_run', `${spec.benchmark} is no suite of RoboSemanticBench`, { where: folder });
      }
      const { units, episodes, stage } = await openReenactment(folder);
      const progress = openProgress();
      try {
        const about = {
          task: suite.taskName,
          policy: spec.model.id,
          config: suite.evalConfig,
          checkpoint,
          time: createdAt.slice(0, 19).replace('T', ' '),
          instructionType: spec.args.instructions ?? 'unseen',
        };
        const files = rsb.officialFiles(
          about,
          units.flatMap(({ unit, sample, episode }) =>
            unit.epoch === 0 ? [{ sample: rsb.RsbSample.parse(sample), episode }] : [],
          ),
        );
        for (const { path, text } of files) {
          mkdirSync(dirname(join(out, path)), { recursive: true });
          writeFileAtomic(join(out, path), text);
        }
        const place = dirname(join(out, files[0]?.path ?? ''));
        const first = episodes.filter(({ unit }) => unit.epoch === 0);
        for (const [k, episode] of (video ? first : []).entries()) {
          const { film } = await reenact(episode, { folder, stage, film: { camera: 'head_camera' } });
          if (film) writeFileAtomic(join(place, `episode${k}.mp4`), film);
          progress.update({ done: k + 1, total: first.length, outcomes: {} });
        }
        progress.done();
        if (json) printJson({ run: folder, folder: place, files: files.length, videos: video ? first.length : 0 });
        say(`${plural(files.length, 'file')} in ${place}`);
      } finally {
        progress.done();
        await stage.close();
      }
    });
}
