import type { MediaRef } from '../../../src/contracts/index.ts';
import { useKeys } from '../../shell/use-keys.ts';
import { Large } from './large.tsx';

/** The pictures side by side, each with its number: press it, or the number, to enlarge it. */
export function Strip(props: {
  pictures: readonly MediaRef[];
  urls: readonly (string | null | undefined)[];
  /** Which one is large. */
  open: number | undefined;
  setOpen(index: number | undefined): void;
}) {
  const { pictures, urls, open, setOpen } = props;
  useKeys(Object.fromEntries(pictures.slice(0, 9).map((_, i) => [String(i + 1), () => setOpen(i)])));
  const large = open === undefined ? undefined : urls[open];
  const step = (by: number) => setOpen(((open ?? 0) + by + pictures.length) % pictures.length);
  return (
    <div className={pictures.length === 1 ? 'strip is-one' : 'strip'}>
      {pictures.map(({ sha256, width, height }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may come twice
        <figure key={`${i} ${sha256}`}>
          <button type="button" className="strip-open" onClick={() => setOpen(i)} aria-label={`Enlarge image ${i + 1}`}>
            <Thumbnail url={urls[i]} alt={`Image ${i + 1}`} />
          </button>
          <figcaption className="row spread small">
            <span className="chip">{`Image ${i + 1}`}</span>
            {width !== undefined && height !== undefined && <span className="muted">{`${width} × ${height}`}</span>}
          </figcaption>
        </figure>
      ))}
      {open !== undefined && large && (
        <Large
          title={`Image ${open + 1} of ${pictures.length}`}
          onClose={() => setOpen(undefined)}
          {...(pictures.length > 1 ? { step } : {})}
        >
          <img className="large-picture" src={large} alt={`Number ${open + 1}`} draggable={false} />
        </Large>
      )}
    </div>
  );
}

export function Thumbnail({ url, alt }: { url: string | null | undefined; alt: string }) {
  if (url) return <img src={url} alt={alt} loading="lazy" draggable={false} />;
  return <span className="no-picture muted small">{url === null ? 'not in the run' : ''}</span>;
}
