import type { Command } from 'commander';
import { type Dataset, messageOf, plural } from '../contracts/index.ts';
import { isGenuine, reenact, StagedDataset, verifyRun } from '../engine/index.ts';
import { findData } from './dataset.ts';
import { printJson, say } from './output.ts';
import { openReenactment, unitName } from './reenactment.ts';
import { openProgress } from './show.ts';
import { verb } from './verb.ts';

export function verifyVerb(): Command {
  return verb(
    'verify',
    'Checks a run of episodes: every question is made again, every episode is done again from its commands, and all must agree to the last bit. No policy is asked.',
    ['sextant verify runs/theirs'],
  )
    .argument('<run>', 'a run folder')
    .option('--data <dir>', 'the question files that the run was made with, where it needs any')
    .action(async (folder: string, { data, json }: { data?: string; json?: true }) => {
      const damage = await verifyRun(folder);
      const { spec, benchmark, episodes, problems, stage, threads } = await openReenactment(
        folder,
        data === undefined ? {} : { dir: data },
      );
      const progress = openProgress();
      const found: { unit: string; differences: string[] }[] = [];
      try {
        const questions = await findQuestions();
        if (typeof questions === 'string') say(`the questions were not checked: ${questions}`);
        const left = [...episodes];
        let done = 0;
        const work = async () => {
          for (let episode = left.shift(); episode; episode = left.shift()) {
            const { differences } = await reenact(episode, { folder, stage });
            if (typeof questions !== 'string' && !(await isGenuine(episode.sample, questions)))
              differences.push('question: it is not the one that the benchmark gives here');
            if (differences.length > 0) found.push({ unit: unitName(episode), differences });
            progress.update({ done: ++done, total: episodes.length, outcomes: {} });
          }
        };
        await Promise.all(Array.from({ length: threads }, work));
        progress.done();
        const wrong = [...damage, ...problems];
        if (json)
          printJson({
            run: folder,
            episodes: episodes.length,
            differ: found,
            damage: wrong,
            questionsChecked: typeof questions !== 'string',
          });
        for (const { unit, differences } of found) for (const line of differences) say(`${unit}: ${line}`);
        for (const line of wrong) say(line);
        const fine = found.length + wrong.length === 0 && episodes.length > 0;
        const verdict = fine ? 'all the same to the last bit' : `${found.length} differ`;
        say(
          episodes.length === 0
            ? 'there are no episodes to check'
            : `${plural(episodes.length, 'episode')}: ${verdict}`,
        );
        if (!fine) process.exitCode = 1;
      } finally {
        progress.done();
        await stage.close();
      }

      /** The questions as the benchmark gives them, or why they cannot be had. */
      async function findQuestions(): Promise<Dataset | string> {
        try {
          const dir = await findData(benchmark, data);
          const dataset = await benchmark.load({ args: spec.args, ...(dir === undefined ? {} : { dir }) });
          if (dataset.sha256 !== spec.data.sha256) return 'these are other question files than the run was made with';
          return new StagedDataset(dataset, stage);
        } catch (error) {
          return messageOf(error);
        }
      }
    });
}
