import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleFrames } from '../src/media/index.ts';
import { median } from './measure.ts';

/** Ten seconds of 720p at 5 frames per second as JPEG: our decoder against the ffmpeg command line, in turns. */
const work = mkdtempSync(join(tmpdir(), 'sextant-video-'));
const clip = join(work, 'clip.mp4');
const ffmpeg = (...args: string[]) => spawnSync('ffmpeg', ['-v', 'error', '-y', ...args]).status === 0;
try {
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=30:duration=10'];
  if (!ffmpeg(...source, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', clip))
    throw new Error('this needs ffmpeg with x264');
  const bytes = readFileSync(clip);
  const tries = [];
  for (let i = 0; i < 5; i += 1) {
    const begun = performance.now();
    const frames = await sampleFrames(bytes, { rule: 'fps', value: 5 });
    const between = performance.now();
    if (frames.length !== 50 || !ffmpeg('-i', clip, '-vf', 'fps=5', '-q:v', '3', join(work, '%03d.jpg'))) {
      throw new Error('50 frames were expected');
    }
    tries.push({ ours: between - begun, theirs: performance.now() - between });
  }
  const ours = median(tries.map((each) => each.ours));
  const theirs = median(tries.map((each) => each.theirs));
  console.log(
    `50 frames of 720p   sextant ${ours.toFixed(0)} ms   ffmpeg ${theirs.toFixed(0)} ms   ratio ${(ours / theirs).toFixed(2)} (goal ≤ 1.3)`,
  );
} finally {
  rmSync(work, { recursive: true, force: true });
}
