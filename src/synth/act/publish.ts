import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { RsbSample } from '../../benchmarks/index.ts';
import type { Made } from '../family.ts';

/** One line per episode, and what the head camera sees of each as a picture. */
export async function publishEpisodes(scenes: AsyncIterable<Made<RsbSample>>, dir: string): Promise<void> {
  await mkdir(join(dir, 'images'), { recursive: true });
  const lines = createWriteStream(join(dir, 'episodes.jsonl'));
  for await (const { samples, files } of scenes) {
    for (const [at, sample] of samples.entries()) {
      const file = files[at];
      if (file) await writeFile(join(dir, 'images', `${sample.id}.png`), file.bytes);
      if (!lines.write(`${JSON.stringify(sample)}\n`)) await once(lines, 'drain');
    }
  }
  lines.end();
  await finished(lines);
}
