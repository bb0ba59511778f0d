import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { writeEpisode } from '../episode-write.ts';
import { finishSet } from '../finish.ts';
import { Ledger } from '../ledger.ts';
import { aboutSet, moments, paths, sceneFor, wordingFor } from './recorded.ts';

const made: string[] = [];
afterAll(() => {
  for (const dir of made) rmSync(dir, { recursive: true });
});

/** An empty folder that is gone when the tests of this file are over. */
export function newFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'robotwin-'));
  made.push(dir);
  return dir;
}

/** A finished set of episodes `from` … `to` − 1 in a folder of its own. */
export async function smallSet(from: number, to: number, about = aboutSet()): Promise<string> {
  const dir = join(newFolder(), `shard_${from}_${to}`);
  const ledger = await Ledger.open(dir, about);
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
