import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { RsbSample } from '../../benchmarks/index.ts';
import { type Dataset, messageOf, SextantError } from '../../contracts/index.ts';
import { readRegular, readRegularText, sha256 } from '../../files/index.ts';
import { canonicalJson } from '../../util/index.ts';
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

/** Reads what `synth make synth-act` wrote. */
export async function loadEpisodes(
  dir: string,
  schema: { parse(value: unknown): RsbSample },
): Promise<Dataset<RsbSample>> {
  const file = join(dir, 'episodes.jsonl');
  const text = await (async () => readRegularText(file))().catch((cause: unknown) => {
    const fix = 'name a folder that `sextant synth make synth-act` wrote';
    throw new SextantError('bad_data', messageOf(cause), { where: file, fix, cause });
  });
  const samples = text
    .trimEnd()
    .split('\n')
    .map((line, at) => {
      try {
        return schema.parse(JSON.parse(line));
      } catch (cause) {
        throw new SextantError('bad_data', messageOf(cause), { where: `${file}:${at + 1}`, cause });
      }
    });
  const pictures = new Map(samples.flatMap(({ id, media }) => media.map(({ sha256 }) => [sha256, `${id}.png`])));
  return {
    sha256: sha256(canonicalJson(samples)),
    source: dir,
    onDisk: true,
    ids: samples.map(({ id }) => id),
    async sample(index) {
      const sample = samples[index];
      if (sample) return sample;
      throw new SextantError('bad_argument', `there is no episode ${index} among ${samples.length}`);
    },
    async bytes(ref) {
      const name = pictures.get(ref.sha256) ?? '';
      // Ids come from the file: none may lead out of the folder.
      if (!/^[\w-]+\.png$/.test(name))
        throw new SextantError('missing_blob', `no picture has sha256 ${ref.sha256}`, { where: dir });
      const bytes = readRegular(join(dir, 'images', name));
      if (sha256(bytes) === ref.sha256) return bytes;
      throw new SextantError('bad_media', 'the picture is not the one that the episode names', {
        where: join(dir, 'images', name),
      });
    },
    warnings: [],
  };
}
