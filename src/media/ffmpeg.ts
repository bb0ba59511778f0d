import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { at } from '../util/index.ts';
import { type Choice, chosenFrames, jpegFrame, type VideoFrame } from './frames.ts';
import { maxDecodedPixels } from './mask.ts';

/** A hostile clip may be a playlist: nothing but this file is ever opened. */
const SAFE = ['-v', 'error', '-protocol_whitelist', 'file,pipe'];
const LONGEST_MS = 600_000;

/** Frames by the system's ffmpeg; undefined where there is none, or where it cannot read the clip either. */
export async function ffmpegFrames(bytes: Uint8Array, choice: Choice): Promise<VideoFrame[] | undefined> {
  const dir = await mkdtemp(join(tmpdir(), 'sextant-clip-'));
  const file = join(dir, 'clip');
  try {
    await writeFile(file, bytes);
    const { times, end } = await timeline(file);
    const chosen = chosenFrames(choice, times, end);
    const wanted = new Set(chosen);
    const frames = new Map<number, VideoFrame>();
    const { default: sharp } = await import('sharp');
    let index = 0;
    for await (const { width, height, pixels } of pictures(file)) {
      if (wanted.has(index)) {
        frames.set(index, await jpegFrame(sharp(pixels, { raw: { width, height, channels: 3 } }), at(times, index)));
      }
      index += 1;
    }
    const found = chosen.flatMap((each) => frames.get(each) ?? []);
    return found.length === chosen.length && found.length > 0 ? found : undefined;
  } catch {
    return undefined;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** When each frame appears, in seconds from the first one, and when the last one ends. */
async function timeline(file: string): Promise<{ times: number[]; end: number }> {
  const entries = ['-select_streams', 'v:0', '-show_entries', 'frame=pts_time', '-of', 'csv=p=0'];
  const child = spawn('ffprobe', [...SAFE, ...entries, file], {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: LONGEST_MS,
  });
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const stamps = printed.split('\n').map(Number.parseFloat).filter(Number.isFinite);
  const [start = 0, last = 0, before = last] = [stamps[0], stamps.at(-1), stamps.at(-2)];
  // Versions differ in what they call a frame's duration: the last one lasts as long as the one before it.
  return { times: stamps.map((stamp) => stamp - start), end: last + (last - before) - start };
}

/** Every frame in the order of showing, one at a time, upright and with square pixels. */
async function* pictures(file: string): AsyncGenerator<{ width: number; height: number; pixels: Buffer }> {
  const wanted = ['-map', '0:v:0', '-vf', 'scale=iw*sar:ih,setsar=1', '-fps_mode', 'passthrough'];
  const args = [...SAFE, '-i', file, ...wanted, '-f', 'image2pipe', '-c:v', 'ppm', 'pipe:1'];
  const child = spawn('ffmpeg', args, { stdio: ['ignore', 'pipe', 'ignore'], timeout: LONGEST_MS });
  // A program that is gone gives no pictures, and the caller counts them.
  child.on('error', () => {});
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of child.stdout) {
    chunks.push(chunk);
    size += chunk.length;
    // Joined only when a whole picture is there: frames come in many small pieces.
    while (size > 0) {
      const head = /^P6\s(\d+)\s(\d+)\s255\s/.exec(chunks[0]?.toString('latin1', 0, 32) ?? '');
      const [skip, width, height] = [head?.[0].length ?? 0, Number(head?.[1]), Number(head?.[2])];
      if (width * height > maxDecodedPixels) throw new RangeError(`frames of ${width} × ${height} pixels`);
      const length = skip + width * height * 3;
      if (!(size >= length)) break;
      const joined = Buffer.concat(chunks);
      yield { width, height, pixels: joined.subarray(skip, length) };
      chunks = joined.length > length ? [joined.subarray(length)] : [];
      size = joined.length - length;
    }
  }
}
