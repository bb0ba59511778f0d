import { useMemo, useState } from 'react';
import type { Mark, Mask } from '../../../src/contracts/index.ts';
import { MaskLayer, maskOutline } from '../../parts/mask-layer.tsx';
import { useKeys } from '../../shell/use-keys.ts';
import { Large } from './large.tsx';
import { centreOf, type JudgedMark } from './points.ts';

/** The marks of one run's answer. */
export interface Pointed {
  name: string;
  /** Empty where there is no other. */
  letter: string;
  marks: readonly JudgedMark[];
}

interface Props {
  url: string | null | undefined;
  size: { width: number; height: number };
  mask: Mask | undefined;
  isOn: (value: number) => boolean;
  /** Of every run. */
  pointed: readonly Pointed[];
}

/** The picture, the pixels that are right, and where the answers point. */
export function Pointing(props: Props) {
  const [masked, setMasked] = useState(true);
  const [large, setLarge] = useState(false);
  useKeys({ m: () => setMasked((was) => !was), 1: () => setLarge(true) });
  const { size, mask } = props;
  const scene = <Overlay {...props} masked={masked} />;
  return (
    <figure className="pointing">
      <button type="button" className="pointing-open" onClick={() => setLarge(true)} aria-label="Enlarge the picture">
        {scene}
      </button>
      <figcaption className="row spread small">
        <label className="row">
          <input type="checkbox" checked={masked} disabled={!mask} onChange={() => setMasked(!masked)} />
          <span>
            target <kbd>m</kbd>
          </span>
        </label>
        <Legend several={props.pointed.length > 1} />
        <span className="muted">{`${size.width} × ${size.height} px`}</span>
      </figcaption>
      {large && (
        <Large title="Picture with target and answers" onClose={() => setLarge(false)}>
          {scene}
        </Large>
      )}
    </figure>
  );
}

function Overlay({ url, size, mask, isOn, pointed, masked }: Props & { masked: boolean }) {
  const several = pointed.length > 1;
  const rim = useMemo(() => (mask ? maskOutline(mask, isOn) : ''), [mask, isOn]);
  return (
    <span className="overlay" style={shapeOf(size)}>
      {url ? (
        <img src={url} alt="What was asked about" draggable={false} />
      ) : (
        <span className="no-picture muted">{url === null ? 'The run does not hold this picture.' : ''}</span>
      )}
      {masked && mask && <MaskLayer mask={mask} isOn={isOn} />}
      <svg className="overlay-lines" viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
        <title>Border of the target, and lines from misses to it</title>
        {masked && <path className="rim-dark" d={rim} />}
        {masked && <path className="rim" d={rim} />}
        {pointed.flatMap(({ marks }, run) =>
          marks.map((judged, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: marks have no other name
            <Drawn key={`${run} ${i}`} judged={judged} size={size} />
          )),
        )}
      </svg>
      {pointed.flatMap(({ name, letter, marks }, run) =>
        marks.map((judged, i) => (
          <Dot
            // biome-ignore lint/suspicious/noArrayIndexKey: marks have no other name
            key={`${run} ${i}`}
            judged={judged}
            size={size}
            label={letter || (marks.length > 1 ? String(i + 1) : '')}
            title={several ? name : ''}
          />
        )),
      )}
    </span>
  );
}

/** The shape of the picture, also for a place that it has to fit into. */
function shapeOf({ width, height }: Props['size']) {
  const ratio = `${width} / ${height}`;
  return { aspectRatio: ratio, '--ratio': ratio };
}

/** A box, and the way from a miss to the nearest pixel that would have been right. */
function Drawn({ judged: { mark, nearest, verdict }, size }: { judged: JudgedMark; size: Props['size'] }) {
  const [x, y] = within(centreOf(mark), size);
  return (
    <>
      {!Array.isArray(mark) && <Box mark={mark} verdict={verdict} />}
      {nearest && <line className="line-dark" x1={x} y1={y} x2={nearest[0] + 0.5} y2={nearest[1] + 0.5} />}
      {nearest && <line x1={x} y1={y} x2={nearest[0] + 0.5} y2={nearest[1] + 0.5} />}
    </>
  );
}

function Box({ mark, verdict }: { mark: Exclude<Mark, [number, number]>; verdict: string }) {
  const [x0, y0, x1, y1] = mark.box;
  return <rect className={`is-${verdict}`} x={x0} y={y0} width={Math.max(0, x1 - x0)} height={Math.max(0, y1 - y0)} />;
}

const signs: Record<JudgedMark['verdict'], string> = { hit: '●', miss: '✕', outside: '▲' };

function Dot(props: { judged: JudgedMark; size: Props['size']; label: string; title: string }) {
  const { judged, size, label, title } = props;
  const [x, y] = within(centreOf(judged.mark), size);
  return (
    <span
      className={`dot is-${judged.verdict}${x > 0.9 * size.width ? ' is-right' : ''}`}
      style={{ left: inset((100 * x) / size.width), top: inset((100 * y) / size.height) }}
      title={`${title} ${describe(judged)}`.trim()}
    >
      <span aria-hidden="true">{signs[judged.verdict]}</span>
      {label && <b>{label}</b>}
    </span>
  );
}

/** Far enough from the edge for the whole sign to be seen. */
function inset(percent: number): string {
  return `clamp(0.8rem, ${percent}%, calc(100% - 0.8rem))`;
}

/** The middle of the pixel; at the edge of the picture where the mark lies outside. */
function within([x, y]: [number, number], { width, height }: Props['size']): [number, number] {
  return [Math.min(width, Math.max(0, x + 0.5)), Math.min(height, Math.max(0, y + 0.5))];
}

export function describe({ verdict, distance }: JudgedMark): string {
  if (verdict === 'hit') return 'on the target';
  const away = distance === undefined ? 'beside the target' : `${distance.toFixed(1)} px from the target`;
  return verdict === 'outside' ? `outside the picture, ${away}` : away;
}

function Legend({ several }: { several: boolean }) {
  return (
    <span className="legend row" aria-hidden="true">
      <span className="is-hit">● hit</span>
      <span className="is-miss">✕ miss</span>
      <span className="is-outside">▲ outside</span>
      {several && <span className="muted">letters: runs</span>}
    </span>
  );
}
