import type { Watcher } from '../../contracts/index.ts';
import { ClipWriter } from '../../media/index.ts';

/** 25 pictures per second of the world's time. */
const FILM = { width: 640, height: 480, fps: 25, every: 10 };

/** Films an episode with one of its cameras. */
export function openFilm(camera: string): { watch: Watcher; end(): Promise<Uint8Array> } {
  const { width, height, fps, every } = FILM;
  const clip = new ClipWriter({ width, height, fps });
  return {
    watch: { camera, size: { width, height }, every, frame: ({ rgb }) => clip.add(rgb) },
    end: () => clip.end(),
  };
}
