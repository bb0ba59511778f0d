import { useMemo } from 'react';
import { type Assets, type MediaRef, SextantError } from '../../../src/contracts/index.ts';
import { browserAssets } from '../../../src/media/pure.ts';
import { useLoad } from '../../shell/use-load.ts';
import type { Source } from '../../source/index.ts';

/** Addresses of pictures or clips: undefined while they are looked up, null where the run does not hold them. */
export function useUrls(source: Source, run: string, refs: readonly MediaRef[]): (string | null | undefined)[] {
  const key = `urls ${run} ${refs.map(({ sha256 }) => sha256).join()}@`;
  const { value } = useLoad(key, () => Promise.all(refs.map((ref) => source.url(run, ref))));
  return refs.map((_, i) => value?.[i]);
}

/** The bytes behind references of a run, for scorers. */
export function assetsOf(source: Source, run: string): Assets {
  return browserAssets(async ({ sha256 }) => {
    const bytes = await source.bytes(run, sha256);
    if (bytes) return bytes;
    throw new SextantError('bad_media', 'the run does not hold this file', { where: sha256 });
  });
}

export function useAssets(source: Source, run: string): Assets {
  return useMemo(() => assetsOf(source, run), [source, run]);
}
