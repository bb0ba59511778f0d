import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SextantError, type Verb } from '../../../contracts/index.ts';
import { writeFileAtomic } from '../../../files/index.ts';
import { at, plural } from '../../../util/index.ts';
import { officialFiles } from '../official.ts';
import { RsbSample } from '../sample.ts';
import { suites } from '../suites.ts';

type Flags = { out: string; video?: true; checkpoint: string; json?: true };

/** Results as the authors' evaluation leaves them. */
export const results: Verb<Flags> = {
  name: 'results',
  about:
    'Writes a run as the authors’ evaluation would have: eval_result/…/_result.txt, one JSON per episode, videos on request.',
  examples: ['sextant rsb results runs/mine --out . --video'],
  arguments: [{ name: '<run>', about: 'a run folder' }],
  options: [
    { flags: '--out <dir>', about: 'where eval_result/ goes', required: true },
    { flags: '--video', about: 'film every episode again (head camera)' },
    { flags: '--checkpoint <name>', about: 'what the authors’ path calls the checkpoint', default: 'none' },
  ],
  async run([folder = ''], { out, video, checkpoint, json }, tools) {
    const run = tools.openRun(folder);
    const { createdAt, spec } = run;
    const suite = suites.find(({ id }) => id === spec.benchmark);
    if (!suite) {
      throw new SextantError('bad_run', `${spec.benchmark} is not a suite of RoboSemanticBench`, { where: folder });
    }
    const { condition = 'question' } = spec.args;
    if (condition !== 'question') {
      const why = `a control under the condition “${condition}”: the authors’ evaluation has no such task`;
      throw new SextantError('bad_run', why, { where: folder });
    }
    const progress = tools.openProgress();
    try {
      const units = (await run.units()).filter(({ unit }) => unit.epoch === 0);
      const about = {
        task: suite.taskName,
        policy: spec.model.id,
        config: suite.evalConfig,
        checkpoint,
        time: createdAt.slice(0, 19).replace('T', ' '),
        instructionType: spec.args.instructions ?? 'unseen',
      };
      const files = officialFiles(
        about,
        units.map(({ sample, episode }) => ({ sample: RsbSample.parse(sample), episode })),
      );
      for (const { path, text } of files) {
        mkdirSync(dirname(join(out, path)), { recursive: true });
        writeFileAtomic(join(out, path), text);
      }
      const place = dirname(join(out, at(files, 0).path));
      const played = units.flatMap(({ episode, ...unit }) => (episode ? [{ ...unit, episode }] : []));
      for (const [k, episode] of (video ? played : []).entries()) {
        const film = await run.film(episode, 'head_camera');
        if (film) writeFileAtomic(join(place, `episode${k}.mp4`), film);
        progress.update({ done: k + 1, total: played.length });
      }
      progress.done();
      if (json) tools.printJson({ run: folder, folder: place, files: files.length, videos: video ? played.length : 0 });
      tools.say(`${plural(files.length, 'file')} in ${place}`);
    } finally {
      progress.done();
      await run.close();
    }
  },
};
