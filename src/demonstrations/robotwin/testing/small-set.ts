import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeEpisode } from '../episode-write.ts';
import { finishSet } from '../finish.ts';
import { EpisodeLedger } from '../ledger.ts';
import { aboutSet, moments, paths, sceneFor, wordingFor } from './recorded.ts';

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'robotwin-'));
}

/** A finished set of episodes `from` … `to` − 1 in a folder of its own. */
export async function smallSet(from: number, to: number, about = aboutSet()): Promise<string> {
  const dir = join(newFolder(), `shard_${from}_${to}`);
  const ledger = await EpisodeLedger.open(dir, about);
  for (let episode = from; episode < to; episode += 1) {
    const scene = sceneFor(episode);
    const { instructions } = wordingFor(scene.semantics);
    const recorded = { episode, seed: 1000 + episode, frames: moments(episode), scene, instructions, paths };
    ledger.add(await writeEpisode(dir, recorded, about));
  }
  ledger.close();
  await finishSet(dir);
  return dir;
}
