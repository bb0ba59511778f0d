import { type Episode, isOpen, type UnitResult } from '../../contracts/index.ts';
import { pythonReprFloat as float } from '../../extract/index.ts';
import type { RsbSample } from './sample.ts';
import { scoreEpisode } from './score.ts';

/** What the authors' folders and files are named after. */
export interface OfficialRun {
  /** `rsb_math_10blocks` */
  task: string;
  policy: string;
  /** `rsb_math_10blocks_train_500` */
  config: string;
  checkpoint: string;
  /** `2026-05-31 14:05:09`: when the evaluation began. */
  time: string;
  /** `seen` or `unseen`, after the list of templates that instructions come from. */
  instructionType: string;
}

/** An episode in the order of evaluation; null where an error left none. */
export interface OfficialEpisode {
  sample: RsbSample;
  episode: Episode | null;
}

export interface OfficialFile {
  path: string;
  text: string;
}

/**
 * What the authors' evaluation leaves behind, but for the videos: `_result.txt` and one `episode<k>.json` each. The keys
 * of the latter are ours, because theirs are not known. An error is neither a success nor a grasp to them.
 */
export function officialFiles(run: OfficialRun, episodes: readonly OfficialEpisode[]): OfficialFile[] {
  const { task, policy, config, checkpoint, time } = run;
  const folder = ['eval_result', ...[task, policy, config, checkpoint, time].map(pathPart)].join('/');
  const scores = episodes.map(({ sample, episode }) => episode && scoreEpisode(sample, episode));
  const text = [
    `Timestamp: ${time}\n\n`,
    `Instruction Type: ${run.instructionType}\n\n`,
    rateLines({
      successes: scores.filter((score) => score?.facts?.success === 1).length,
      grasps: scores.filter((score) => score?.facts?.grasped === 1).length,
      episodes: episodes.length,
    }),
  ].join('');
  return [
    { path: `${folder}/_result.txt`, text },
    ...episodes.flatMap(({ sample, episode }, k) =>
      episode ? [{ path: `${folder}/episode${k}.json`, text: metadata(sample, episode) }] : [],
    ),
  ];
}

/**
 * The two rates as `_result.txt` has them; nothing where nobody acted. The authors' script knows no repetitions, so only the
 * first one counts.
 */
export function printOfficial(results: readonly UnitResult[]): string {
  const first = results.filter(({ epoch }) => epoch === 0);
  const closed = first.filter((unit) => !isOpen(unit) && unit.facts?.grasped !== undefined);
  if (closed.length === 0) return '';
  return rateLines({
    successes: closed.filter(({ facts }) => facts?.success === 1).length,
    grasps: closed.filter(({ facts }) => facts?.grasped === 1).length,
    episodes: first.length,
  });
}

function rateLines({ successes, grasps, episodes }: Record<'successes' | 'grasps' | 'episodes', number>): string {
  return `Task Success Rate: ${float(successes / episodes)}\nGrasp Success Rate: ${float(grasps / episodes)}\n`;
}

function metadata(sample: RsbSample, episode: Episode): string {
  const { id, index, split, seed, instruction, question, options, answer, layout } = sample;
  const { facts } = scoreEpisode(sample, episode);
  const about = { id, split, index, seed, instruction, question, options, answer, blocks: layout.blocks };
  const verdict = { success: episode.end === 'success', any_block_grasp_success: facts?.grasped === 1 };
  return `${JSON.stringify({ ...about, ...facts, ...verdict, events: episode.events }, null, 4)}\n`;
}

/** A name may hold a slash (`hub/policy`), which would open another folder. */
function pathPart(name: string): string {
  return name.replaceAll(/[/\\]+/g, '-');
}
