import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { newFolder, sextant } from '../../src/cli/testing/sextant.ts';
import { encodePng } from '../../src/media/index.ts';
import { tinyRun } from '../../src/viewer/testing/runs.ts';
import { writeAnswers } from '../answers.ts';

/**
 * Runs to look at: many questions, a thousand, ten times as many without pictures, many large pictures, and a robot among ten
 * blocks.
 * `long` is a folder with a hundred thousand answers of `tiny` alone.
 */
export async function makeRuns(): Promise<{ root: string; runs: string; long: string }> {
  const root = newFolder();
  const runs = join(root, 'runs');
  const half = ({ at }: { at: number }) => (at % 2 === 0 ? '(0.5, 0.5)' : 'B');
  await tinyRun({ folder: join(runs, 'many'), count: 10_000, says: half });
  await tinyRun({ folder: join(runs, 'thousand'), count: 1000, says: half });
  await writeAnswers(join(runs, 'most'), 100_000);
  const files = new Map<string, Uint8Array>();
  await tinyRun({
    folder: join(runs, 'pictures'),
    count: 200,
    files,
    says: () => '(0.5, 0.5)',
    change(sample, at) {
      const bytes = photograph(at);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      files.set(sha256, bytes);
      sample.media = [{ sha256, type: 'image/png', bytes: bytes.length, width: 1280, height: 960 }];
    },
  });
  const robot = ['run', 'rsb-math-10', '--policy', 'policy/expert', '--limit', '1', '--workers', '1'];
  const tiny = ['run', 'tiny:count=100000', '--model', 'baseline/random'];
  const long = join(root, 'long');
  for (const run of [
    [...robot, '--out', join(runs, 'robot')],
    [...tiny, '--out', join(long, 'random')],
  ]) {
    const { code, stderr } = await sextant({ cwd: root }, ...run);
    if (code !== 0) throw new Error(stderr);
  }
  return { root, runs, long };
}

/** As large as a photograph, and as hard to pack. */
function photograph(seed: number): Uint8Array {
  const [width, height] = [1280, 960];
  const pixels = new Uint8Array(width * height);
  let state = seed + 1;
  for (let i = 0; i < pixels.length; i += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    pixels[i] = state >>> 27;
  }
  return encodePng({ width, height, pixels });
}
