import { availableParallelism } from 'node:os';
import { Argument, Command } from 'commander';
import { SextantError } from '../contracts/index.ts';
import { shardChoice, versions } from '../engine/index.ts';
import { families, makeDataset, makeShard, readSettings } from '../synth/index.ts';
import { didYouMean, plural } from '../util/index.ts';
import { abouts } from './abouts.ts';
import { watchInterrupts } from './interrupt.ts';
import { printJson, say } from './output.ts';
import { openProgress } from './show.ts';
import { surveyVerb } from './survey.ts';
import { verb, whole } from './verb.ts';

export function synthVerb(): Command {
  return new Command('synth')
    .description(abouts.synth.about)
    .addHelpText('after', '\nExample:\n  sextant synth make synth-point --count 200 --seed 7 --out my-set')
    .addCommand(makeVerb())
    .addCommand(surveyVerb());
}

interface MakeFlags {
  count: number;
  seed: number;
  difficulty: string;
  workers: number;
  maps?: true;
  shard?: string;
  merge?: number;
  out: string;
  json?: true;
}

function makeVerb(): Command {
  return verb('make', 'Makes a data set in the published benchmark’s own forms, with a card.', [
    'sextant synth make synth-point --count 200 --seed 7 --out my-set',
    'sextant synth make synth-motion --count 400 --seed 7 --out my-clips --difficulty hard',
    'sextant synth make synth-point --count 20000 --seed 7 --out large --shard 3/8',
    'sextant synth make synth-point --count 20000 --seed 7 --out large --merge 8',
    'sextant run synth-point --data my-set --model baseline/blind',
  ])
    .addArgument(new Argument('<family>').choices(families.map(({ id }) => id)))
    .requiredOption('--count <n>', 'samples', whole(1))
    .requiredOption('--seed <n>', 'another seed, other scenes', whole(0))
    .requiredOption('--out <dir>', 'the folder; replaced when it is complete')
    .option('--difficulty <level>', 'easy, medium or hard; or single settings: difficulty=hard,objects=8', 'medium')
    .option('--maps', 'with segmentation and depth of every picture, for scenes.jsonl to explain')
    .option('--shard <i/n>', 'only this part of the scenes, kept beside --out; auto/n in an array job')
    .option('--merge <n>', 'put together what n shards have made', whole(1))
    .option('--workers <n>', 'threads; as many as there are cores', whole(1), availableParallelism())
    .action(async (name: string, flags: MakeFlags) => {
      const benchmark = families.find(({ id }) => id === name);
      if (!benchmark) throw new SextantError('unknown_benchmark', `${name} is not generated`);
      const { count: _, seed: __, ...own } = benchmark.args;
      const args = { ...own, ...difficultyArgs(flags.difficulty, Object.keys(own)) };
      const asked = { ...args, count: String(flags.count), seed: String(flags.seed) };
      const settings = readSettings(asked, benchmark.levels, benchmark.together);
      if (flags.shard !== undefined && flags.merge !== undefined)
        throw new SextantError('bad_argument', '--shard and --merge exclude each other');
      const shard = flags.shard === undefined ? undefined : shardChoice(flags.shard, process.env);
      const progress = openProgress();
      const interrupts = watchInterrupts('the scenes under way');
      let kept = 0;
      try {
        const making = {
          dir: flags.out,
          threads: flags.workers,
          version: versions.sextant,
          maps: flags.maps ?? false,
          ...(flags.merge === undefined ? {} : { merge: flags.merge }),
          stop: interrupts.stop,
          onScene({ done, total }: { done: number; total: number }) {
            kept = done;
            progress.update({ done, total, outcomes: {} });
          },
        };
        if (shard) {
          const made = await makeShard(benchmark, settings, { ...making, shard });
          progress.done();
          if (flags.json) printJson({ shard, ...made });
          say(`${plural(made.scenes, 'scene')} of shard ${shard.index}/${shard.count} kept beside ${flags.out}`);
          say(`when all are made: the same command with --merge ${shard.count}`);
          return;
        }
        const card = await makeDataset(benchmark, settings, making);
        progress.done();
        if (flags.json) printJson({ folder: flags.out, ...card });
        const thrown = Object.values(card.rejected).reduce((sum, times) => sum + times, 0);
        say(
          `${plural(card.count, 'sample')} in ${flags.out}; ${plural(thrown, 'draft')} thrown away, see its README.md`,
        );
        say(`ask a model: sextant run ${benchmark.id} --data ${flags.out} --model …`);
      } catch (error) {
        if (!interrupts.stop.aborted) throw error;
        say(`stopped after ${plural(kept, 'scene')}; the same command continues from there`);
        process.exitCode = 130;
      } finally {
        progress.done();
        interrupts.release();
      }
    });
}

/** A level, or settings that differ from the medium one. */
function difficultyArgs(text: string, names: readonly string[]): Record<string, string> {
  if (!text.includes('=')) return { difficulty: text };
  const pairs = text.split(',').map((part): [string, string] => {
    const [name = '', ...value] = part.split('=');
    if (names.includes(name)) return [name, value.join('=')];
    throw new SextantError('bad_argument', `there is no setting "${name}"; there are: ${names.join(', ')}`, {
      where: '--difficulty',
      ...didYouMean(name, names),
    });
  });
  return Object.fromEntries(pairs);
}
