import { memo, useEffect, useState } from 'react';
import type { UnitResult } from '../../src/contracts/index.ts';
import { browserAssets } from '../../src/media/pure.ts';
import { Recent } from '../../src/util/index.ts';
import { verdictOf } from '../../src/viewer/pure.ts';
import { useStore } from '../shell/use-load.ts';
import type { Look, Source } from '../source/index.ts';
import { paintMask } from './mask-layer.tsx';
import { type Stamp, stampOf } from './stamp.ts';
import { targetMask } from './target-mask.ts';
import './thumb.css';

interface Props {
  run: string;
  look: Look | undefined;
  result: UnitResult;
}

/** What a question shows, small: its pictures side by side or the middle of its clip, with the target and the answer. */
export const Thumb = memo(function Thumb({ run, look, result }: Props) {
  const { source } = useStore();
  const target = look?.target;
  const media = target ? look.media.slice(0, 1) : (look?.media ?? []);
  const stamp = useLoaded(
    target && keyOf(target),
    (key) => stamps.get(key),
    async () => target && stampFor(source, run, target),
  );
  const points = result.extraction && 'points' in result.extraction ? result.extraction.points.slice(0, MOST) : [];
  const { width = 1, height = 1 } = target?.size ?? {};
  return (
    <span className="thumb" aria-hidden="true">
      {media.map((ref) => (
        <Small key={ref.sha256} source={source} run={run} media={ref} />
      ))}
      {media.length === 0 && <span className="thumb-none" />}
      {target && (
        <span className="thumb-target" style={{ aspectRatio: `${width} / ${height}` }}>
          {stamp && <img className="mask-layer" src={stamp.url} alt="" draggable={false} />}
          {stamp?.place && stamp.place.reach < SMALL && (
            <i className="thumb-ring" style={{ left: `${100 * stamp.place.x}%`, top: `${100 * stamp.place.y}%` }} />
          )}
          {points.map((mark, at) => {
            const [x, y] = Array.isArray(mark)
              ? mark
              : [(mark.box[0] + mark.box[2]) / 2, (mark.box[1] + mark.box[3]) / 2];
            return (
              <i
                // biome-ignore lint/suspicious/noArrayIndexKey: marks have no other name
                key={at}
                className={`thumb-dot ${verdictOf(result)}`}
                style={{ left: percentOf(x, width), top: percentOf(y, height) }}
              />
            );
          })}
        </span>
      )}
    </span>
  );
});

/** Points that are drawn; more are hostile or broken. */
const MOST = 12;

const inside = (value: number) => value > 0;

/** At the edge where it lies outside. */
function percentOf(value: number, of: number): string {
  return `${Math.min(100, Math.max(0, (100 * (value + 0.5)) / of))}%`;
}

function Small({ source, run, media }: { source: Source; run: string; media: Look['media'][number] }) {
  const key = `${run} ${media.sha256}`;
  const url = useLoaded(
    key,
    () => kept.get(key)?.src,
    () => source.thumb(run, media),
  );
  const [broken, setBroken] = useState(false);
  if (!url || broken) return <span className="thumb-none" />;
  // Without a server nobody has drawn the middle of a clip: the browser shows an early frame.
  if (media.type.startsWith('video/') && source.kind !== 'server')
    return <video src={`${url}#t=0.5`} muted playsInline preload="metadata" />;
  return (
    <img
      src={url}
      alt=""
      decoding="async"
      draggable={false}
      onLoad={source.kind === 'server' ? () => keep(key, url) : undefined}
      onError={() => setBroken(true)}
    />
  );
}

/** What was on the screen: the browser would forget it, and ask the server again when it is scrolled back. */
const kept = new Recent<string, HTMLImageElement>(2000);

function keep(key: string, url: string): void {
  if (kept.get(key)) return;
  const image = new Image();
  image.src = url;
  kept.set(key, image);
}

/** A target that reaches less far than this share of the picture's width has a ring around it. */
const SMALL = 0.09;

/** What is drawn over a thumbnail: a picture, which costs less to scroll than a canvas. */
type DrawnStamp = Pick<Stamp, 'place'> & { url: string };

const stamps = new Recent<string, DrawnStamp>(4000);

function drawn({ mask, place }: Stamp): DrawnStamp {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [mask.width, mask.height];
  paintMask(canvas, mask, inside);
  return { url: canvas.toDataURL(), ...(place && { place }) };
}

type LookTarget = NonNullable<Look['target']>;

async function stampFor(source: Source, run: string, target: LookTarget): Promise<DrawnStamp> {
  const assets = browserAssets(async ({ sha256 }) => {
    const bytes = await source.bytes(run, sha256);
    if (!bytes) throw new Error('the run does not hold this mask');
    return bytes;
  });
  return stamps.set(keyOf(target), drawn(stampOf(await targetMask(target, assets))));
}

function keyOf(target: LookTarget): string {
  return 'mask' in target ? target.mask.sha256 : JSON.stringify(target);
}

/**
 * What is known of a key, at once, so that it is drawn once and not twice; otherwise what `load` gives. Nothing until it is there,
 * or where it fails.
 */
function useLoaded<T>(
  key: string | undefined,
  known: (key: string) => T | undefined,
  load: () => Promise<T>,
): T | undefined {
  const [got, setGot] = useState<{ key: string; value: T }>();
  const value = key === undefined ? undefined : got?.key === key ? got.value : known(key);
  const missing = value === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is loaded
  useEffect(() => {
    if (key === undefined || !missing) return;
    let current = true;
    const begin = () => {
      if (!current) return;
      load().then(
        (loaded) => current && setGot({ key, value: loaded }),
        () => {},
      );
    };
    // What flies past is not loaded: thousands of pictures that nobody sees would keep everybody busy.
    requestAnimationFrame(() => requestAnimationFrame(begin));
    return () => {
      current = false;
    };
  }, [key, missing]);
  return value;
}
