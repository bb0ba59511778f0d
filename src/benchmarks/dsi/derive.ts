import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { type Derived, type DeriveOptions, messageOf, SextantError } from '../../contracts/index.ts';
import { draftOf } from '../../files/index.ts';
import { rewriteClip } from './rewrite-clip.ts';
import type { DsiView } from './sample.ts';

/** What makes each view out of `std`. */
const recipes = {
  hflip: { mirror: true, reverse: false },
  reverse: { mirror: false, reverse: true },
  reverse_hflip: { mirror: true, reverse: true },
} as const satisfies Partial<Record<DsiView, { mirror: boolean; reverse: boolean }>>;
export type DerivedView = keyof typeof recipes;

const derivedViews: readonly DerivedView[] = ['hflip', 'reverse', 'reverse_hflip'];

export interface DeriveViewsOptions extends DeriveOptions {
  views?: readonly DerivedView[];
  /** Most bytes of uncompressed frames that reversing holds at once; 256 MiB unless told otherwise. */
  bufferBytes?: number;
}

/**
 * Makes the clips of the other views out of `videos/std`: mirrored, reversed, both. Only clips: what is true of them is for
 * their authors to say, so no table is written. A clip that is there is kept, so that calling it again continues.
 * @example await deriveViews('DSI-Bench', { progress: ({ done, total }) => console.log(`${done} of ${total}`) })
 */
export async function deriveViews(dir: string, opts: DeriveViewsOptions = {}): Promise<Derived> {
  const { bufferBytes = 256 * 2 ** 20, signal, progress } = opts;
  const clips = findClips(join(dir, 'videos', 'std'));
  const jobs = (opts.views ?? derivedViews).flatMap((view) => clips.map((clip) => ({ view, clip })));
  const derived: Derived = { made: [], kept: 0, failed: [] };
  for (const [i, { view, clip }] of jobs.entries()) {
    signal?.throwIfAborted();
    const path = join(dir, 'videos', view, clip);
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0) derived.kept += 1;
    else {
      const draft = draftOf(path);
      mkdirSync(dirname(path), { recursive: true });
      try {
        const source = join(dir, 'videos', 'std', clip);
        await rewriteClip(source, draft, { ...recipes[view], bufferBytes, ...(signal && { signal }) });
        renameSync(draft, path);
        derived.made.push(path);
      } catch (error) {
        rmSync(draft, { force: true });
        // One broken clip must not keep the others from being made.
        if (signal?.aborted) throw error;
        derived.failed.push({ path, message: messageOf(error) });
      }
    }
    progress?.({ done: i + 1, total: jobs.length, path });
  }
  return derived;
}

/** MP4 files below the folder, in order: others could not keep their name. */
function findClips(folder: string): string[] {
  if (!existsSync(folder))
    throw new SextantError('bad_data', 'there are no clips to derive from', {
      where: folder,
      fix: 'name the folder with --data, or fetch it once with `sextant data pull dsi`',
    });
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && extname(entry.name).toLowerCase() === '.mp4')
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}
