import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { SextantError, type Verb } from '../../../contracts/index.ts';
import { openRobotwin, writeLerobotV3, writeLerobotV21 } from '../../../demonstrations/index.ts';
import { plural } from '../../../util/index.ts';
import { suites } from '../suites.ts';
import { tellings } from '../telling.ts';
import { worldVersion } from '../version.ts';
import { CAMERAS, FPS, SIZE, WRISTS } from './collect.ts';

/** From rest the expert gets as far in so many steps as at full speed from one frame of a demonstration to the next. */
const AHEAD = 60;

const formats = { 'lerobot-v3': writeLerobotV3, 'lerobot-v2.1': writeLerobotV21 } as const;

type Flags = {
  out: string;
  format: keyof typeof formats;
  ahead: number;
  instructions: (typeof tellings)[number];
  overwrite?: true;
  json?: true;
};

/** One round of dataset aggregation: the states are a policy's, the actions the expert's. */
export const relabel: Verb<Flags> = {
  name: 'relabel',
  about:
    'Makes demonstrations of a run: what the policy saw, and what the expert would have done there. Run again, it continues.',
  examples: ['sextant rsb relabel runs/mine --out lerobot/round-1'],
  arguments: [{ name: '<run>', about: 'a run folder in which a policy acted' }],
  options: [
    { flags: '--out <dir>', about: 'the LeRobot dataset', required: true },
    { flags: '--format <format>', choices: Object.keys(formats), default: 'lerobot-v3' },
    {
      flags: '--ahead <n>',
      about: 'the action is where the expert’s drives would be after this many physics steps',
      wholeFrom: 1,
      default: AHEAD,
    },
    {
      flags: '--instructions <kind>',
      about: 'what they say: the question, the answer (named), or the block itself (direct)',
      choices: tellings,
      default: 'question',
    },
    { flags: '--overwrite', about: 'replace what is there' },
  ],
  async run([folder = ''], { out, format, ahead, instructions, overwrite, json }, tools) {
    const run = tools.openRun(folder);
    const { spec } = run;
    const suite = suites.find(({ id }) => id === spec.benchmark);
    if (!suite)
      throw new SextantError('bad_run', `${spec.benchmark} is not a suite of RoboSemanticBench`, { where: folder });
    const progress = tools.openProgress();
    const interrupts = tools.watchInterrupts('the episode under way');
    try {
      const dir = `${out}.parts`;
      const split = spec.args.split ?? 'test';
      const result = await run.relabel({
        dir,
        about: {
          task: suite.taskName,
          setting: basename(out),
          robot: 'aloha-agilex',
          world: worldVersion,
          fps: FPS,
          rgbOrder: 'standard',
          made: { split, relabelled: { policy: spec.model.id, data: spec.data.sha256, ahead } },
        },
        recording: {
          every: ahead,
          size: SIZE,
          cameras: [...CAMERAS, ...WRISTS],
          instructions: true,
          ...(instructions === 'question' ? {} : { telling: instructions }),
        },
        stop: interrupts.stop,
        onEpisode: (state) => progress.update(state),
      });
      progress.done();
      if (!result.whole) {
        tools.say(`stopped; what is done stays in ${dir}. Run the same command again to continue.`);
        process.exitCode = 130;
        return;
      }
      const set = await openRobotwin(dir);
      await formats[format](set, out, { overwrite: overwrite === true });
      rmSync(dir, { recursive: true });
      if (json) tools.printJson({ folder: out, format, episodes: set.count, skipped: result.skipped });
      tools.say(`${plural(set.count, 'episode')} as ${format} in ${out}`);
      if (result.skipped > 0) tools.say(`${plural(result.skipped, 'unit')} left out: nobody moved in them`);
      if (split === 'test')
        tools.say('these are questions of the test split: do not test on what was trained with them');
    } finally {
      progress.done();
      interrupts.release();
      await run.close();
    }
  },
};
