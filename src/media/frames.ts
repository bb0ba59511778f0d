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

/** Which frames of a clip are taken: a rule, or what was worked out for it. */
export type Choice = FrameRule | ((times: readonly number[]) => number[]);

/** @param times when each frame appears, in seconds from the start, ascending */
export function chosenFrames(choice: Choice, times: readonly number[], duration: number): number[] {
  return typeof choice === 'function' ? choice(times) : chooseFrames(times, duration, choice);
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
 * - `uniform-together`: of one clip alone as `framesTogether` has it
 *
 * A frame may be taken more than once.
 * @internal exported for its test
 */
export function chooseFrames(times: readonly number[], duration: number, rule: FrameRule): number[] {
  const n = times.length;
  if (rule.rule.startsWith('fps') && duration * rule.value > 100_000)
    throw new SextantError(
      'bad_media',
      `a clip of ${duration} seconds has too many frames at ${rule.value} per second`,
    );
  if (rule.rule === 'fps-tail') {
    const rate = rateOf(n, duration);
    const step = rate / rule.value;
    const chosen = Array.from({ length: Math.trunc((n / rate) * rule.value) }, (_, i) => Math.trunc(i * step));
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
  if (rule.rule === 'uniform-together') return framesTogether([n], count).flat();
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

/** Frames per second as the file means it, 25 or 30000/1001: worked out from its times, it is off by a last digit. */
function rateOf(frames: number, duration: number): number {
  const rate = frames / duration;
  const exact = Math.round(rate * 1001) / 1001;
  return Math.abs(exact - rate) < 1e-6 * rate ? exact : Number(rate.toPrecision(9));
}

/**
 * So many frames of several clips together, as in MMSI-Video-Bench: evenly over all of their frames in a row; of a clip that has
 * none of these, its first one. Where there are no more frames than that, all.
 * @param lengths how many frames each clip has
 * @example framesTogether([100, 2, 50], 4) // [[0, 50], [0], [49]]
 */
export function framesTogether(lengths: readonly number[], count: number): number[][] {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  // Divided first, as there: the last one may be the frame before the end.
  const step = total <= count ? 1 : count > 1 ? (total - 1) / (count - 1) : 0;
  const chosen = Array.from({ length: Math.min(total, count) }, (_, i) => Math.trunc(i * step));
  let start = 0;
  return lengths.map((length) => {
    const own = chosen.flatMap((frame) => (frame >= start && frame < start + length ? [frame - start] : []));
    start += length;
    return own.length > 0 ? own : [0];
  });
}
