import type { DsiView } from '../../benchmarks/index.ts';
import type { Picture } from '../../contracts/index.ts';
import { sha256 } from '../../files/index.ts';
import { ClipWriter, encodePng } from '../../media/index.ts';
import type { Renderer } from '../../render/index.ts';
import { at } from '../../util/index.ts';
import type { MadeFile } from '../family.ts';
import { CLIP } from './camera.ts';
import { type ClipDraft, KEY, poseFrame } from './draft.ts';
import { FPS, FRAMES } from './trajectory.ts';

/** Every frame of a clip. */
export function filmFrames(renderer: Renderer, { place, trajectory, fovy }: ClipDraft): Picture[] {
  return Array.from({ length: FRAMES }, (_, frame) => {
    const camera = poseFrame(place, trajectory, frame, fovy);
    return renderer.render(place.drawn, camera);
  });
}

/** The four views of a clip, each encoded from its own pixels. */
export async function encodeViews(frames: readonly Uint8Array[]): Promise<Record<DsiView, MadeFile>> {
  const back = frames.toReversed();
  return {
    std: await encode(frames, same),
    hflip: await encode(frames, mirror),
    reverse: await encode(back, same),
    reverse_hflip: await encode(back, mirror),
  };
}

const same = (rgb: Uint8Array) => rgb;

async function encode(frames: readonly Uint8Array[], turned: (rgb: Uint8Array) => Uint8Array): Promise<MadeFile> {
  const clip = new ClipWriter({ ...CLIP, fps: FPS });
  for (const rgb of frames) clip.add(turned(rgb));
  const bytes = await clip.end();
  return { ref: { sha256: sha256(bytes), type: 'video/mp4', bytes: bytes.length }, bytes };
}

function mirror(rgb: Uint8Array): Uint8Array {
  const { width, height } = CLIP;
  const out = new Uint8Array(rgb.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [from, to] = [3 * (y * width + x), 3 * (y * width + width - 1 - x)];
      out[to] = rgb[from] ?? 0;
      out[to + 1] = rgb[from + 1] ?? 0;
      out[to + 2] = rgb[from + 2] ?? 0;
    }
  }
  return out;
}

/** Some frames beside each other, as a PNG for the card. */
export function filmStrip(frames: readonly Uint8Array[]): Uint8Array {
  const { width, height } = CLIP;
  const shown = KEY.filter((_, i) => i !== 3);
  const pixels = new Uint8Array(3 * width * height * shown.length);
  for (const [n, frame] of shown.entries()) {
    const rgb = at(frames, frame);
    for (let y = 0; y < height; y += 1) {
      pixels.set(rgb.subarray(3 * y * width, 3 * (y + 1) * width), 3 * (y * shown.length + n) * width);
    }
  }
  return encodePng({ width: width * shown.length, height, pixels });
}
