import type { Sharp } from 'sharp';
import { type FrameRule, type MediaRef, SextantError } from '../contracts/index.ts';
import { sha256 } from '../files/index.ts';

/** A picture with its reference. */
export interface VideoFrame {
  ref: MediaRef;
  data: Uint8Array;
}

/** A decoded picture as it is sent and stored. */
export async function jpegFrame(picture: Sharp, time: number): Promise<VideoFrame> {
  const { data, info } = await picture.jpeg({ quality: 90 }).toBuffer({ resolveWithObject: true });
  const ref = { sha256: sha256(data), type: 'image/jpeg' as const, bytes: data.length };
  return { ref: { ...ref, width: info.width, height: info.height, time }, data };
}

/** Containers round times to their own clock, WebM to milliseconds: a frame due within one is on screen. */
const clock = 0.001;

/**
 * Which frames a rule takes from a clip, as indices into `times` (seconds from the start, ascending).
 * - `fps`: the frame on screen at 0, 1/fps, 2/fps … while that is before the end of the clip
 * - `fps-tail`: frame `int(i * rate / fps)` for each of `int(duration * fps)`, and the last frame, as EASI's `uniform_tail`
 * - `every-nth`: every frame whose number is a multiple of `n // count`, the first `count` of them, as in STI-Bench
 * - `uniform-ends`: the first, the last and evenly between, as `np.linspace(0, n - 1, count, dtype=int)`
 * - `uniform-midpoints`: the middle frame of each of `count` equal parts
 *
 * A frame may be taken more than once.
 */
export function chooseFrames(times: readonly number[], duration: number, rule: FrameRule): number[] {
  const n = times.length;
  if (rule.rule.startsWith('fps') && duration * rule.value > 100_000)
    throw new SextantError(
      'bad_media',
      `a clip of ${duration} seconds has too many frames at ${rule.value} per second`,
    );
  if (rule.rule === 'fps-tail') {
    const step = n / duration / rule.value;
    const chosen = Array.from({ length: Math.trunc(duration * rule.value) }, (_, i) => Math.trunc(i * step));
    return chosen.at(-1) === n - 1 ? chosen : [...chosen, n - 1];
  }
  if (rule.rule === 'fps') {
    const chosen: number[] = [];
    let frame = 0;
    for (let i = 0; i === 0 || i / rule.value < duration - clock; i++) {
      while (frame + 1 < n && (times[frame + 1] ?? 0) <= i / rule.value + clock) frame++;
      chosen.push(frame);
    }
    return chosen;
  }
  const count = rule.value;
  if (!Number.isInteger(count))
    throw new SextantError('bad_config', `${rule.rule} needs a whole number of frames, not ${count}`);
  if (rule.rule === 'every-nth') {
    const step = Math.max(1, Math.trunc(n / count));
    return Array.from({ length: Math.min(count, Math.ceil(n / step)) }, (_, i) => i * step);
  }
  if (rule.rule === 'uniform-midpoints')
    return Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * n) / count));
  // numpy divides first and sets the last element to the end exactly.
  const step = (n - 1) / (count - 1);
  const between = Array.from({ length: Math.max(0, count - 2) }, (_, i) => Math.trunc((i + 1) * step));
  return count === 1 ? [0] : [0, ...between, n - 1];
}
