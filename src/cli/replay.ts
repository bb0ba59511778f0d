import { type Command, Option } from 'commander';
import { SextantError } from '../contracts/index.ts';
import { reenact, unitName } from '../engine/index.ts';
import { writeFileAtomic } from '../files/index.ts';
import { nearest, plural } from '../util/index.ts';
import { abouts } from './abouts.ts';
import { printJson, say } from './output.ts';
import { openReenactment } from './reenactment.ts';
import { verb } from './verb.ts';

interface Flags {
  unit?: string;
  video?: string;
  camera: string;
  json?: true;
}

/** Named here: the world that has them is loaded only when an episode is replayed. */
const cameras = ['head_camera', 'front_camera', 'left_camera', 'right_camera', 'observer_camera'];

export function replayVerb(): Command {
  return verb('replay', abouts.replay.about, ['sextant replay runs/mine --unit test-00000 --video episode.mp4'])
    .argument('<run>', 'a run folder')
    .option('--unit <id>', 'which episode; by default the first')
    .option('--video <file>', 'write an mp4')
    .addOption(
      new Option('--camera <name>', 'with --video: which camera films').choices(cameras).default('head_camera'),
    )
    .action(async (folder: string, { unit, video, camera, json }: Flags) => {
      if (video !== undefined && !/\.mp4$/i.test(video))
        throw new SextantError('bad_argument', 'episodes are filmed as mp4', {
          where: `--video ${video}`,
          fix: 'name a file that ends in .mp4',
        });
      const { benchmark, episodes, stage } = await openReenactment(folder);
      try {
        const names = episodes.map(({ unit }) => unitName(unit));
        const episode = episodes[unit === undefined ? 0 : names.indexOf(unit)];
        if (!episode) {
          const guess = unit === undefined ? undefined : (nearest(unit, names) ?? names[0]);
          throw new SextantError(
            'bad_argument',
            unit === undefined ? 'the run has no episodes' : `no episode ${unit}`,
            {
              where: folder,
              ...(guess === undefined ? {} : { fix: `for example --unit ${guess}` }),
            },
          );
        }
        const film = video === undefined ? {} : { film: { camera } };
        const again = await reenact(episode, { folder, benchmark, stage, ...film });
        if (again.film && video !== undefined) writeFileAtomic(video, again.film);
        const { differences } = again;
        const { steps, actions, end, events, placed } = episode.episode;
        if (json)
          printJson({ unit: unitName(episode.unit), differences, steps, commands: actions.count, end, placed, events });
        else {
          for (const { step, what, block, arm } of events) {
            process.stdout.write(
              `${(step / 250).toFixed(2).padStart(7)} s  ${what} ${block ?? ''}${arm ? ` (${arm} hand)` : ''}\n`,
            );
          }
          process.stdout.write(
            `${(steps / 250).toFixed(2).padStart(7)} s  ${end}, ${plural(actions.count, 'command')}\n`,
          );
        }
        for (const difference of differences) say(`differs: ${difference}`);
        say(
          differences.length === 0
            ? `${unitName(episode.unit)}: the same to the last bit`
            : `${unitName(episode.unit)}: not the same`,
        );
        if (video !== undefined) say(`video: ${video}`);
        if (differences.length > 0) process.exitCode = 1;
      } finally {
        await stage.close();
      }
    });
}
