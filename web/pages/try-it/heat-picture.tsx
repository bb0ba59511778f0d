import { type ReactNode, useEffect, useRef } from 'react';
import { at } from '../../../src/util/index.ts';
import type { Heat } from './messages.ts';

/** From faint to hot: red, green, blue, alpha. */
const ramp = [
  [90, 20, 120, 0],
  [214, 60, 50, 0.55],
  [255, 225, 90, 0.85],
] as const;

/** A picture with what a network makes of it: how hot each part is, and where it points. */
export function HeatPicture(props: {
  children: ReactNode;
  heat: Heat | undefined;
  size: { width: number; height: number };
}) {
  const { children, heat, size } = props;
  const cover = heat?.cover;
  const percent = (part: number) => `${100 * part}%`;
  return (
    <div className="heat-picture" style={{ aspectRatio: `${size.width} / ${size.height}` }}>
      {children}
      {heat && cover && (
        <>
          <div
            className="heat-cover"
            style={{
              left: percent(cover.x),
              top: percent(cover.y),
              width: percent(cover.width),
              height: percent(cover.height),
            }}
          >
            <HeatCanvas heat={heat} />
          </div>
          <svg
            className="heat-spot"
            viewBox="-12 -12 24 24"
            style={{ left: percent(heat.spot.x), top: percent(heat.spot.y) }}
            data-x={heat.spot.x.toFixed(4)}
            data-y={heat.spot.y.toFixed(4)}
            role="img"
            aria-label={`points at ${percentWords(heat.spot.x)} from the left, ${percentWords(heat.spot.y)} from the top`}
          >
            <circle r="7" className="halo" />
            <circle r="7" />
            <path d="M-11 0H-4M4 0H11M0-11V-4M0 4V11" className="halo" />
            <path d="M-11 0H-4M4 0H11M0-11V-4M0 4V11" />
          </svg>
        </>
      )}
    </div>
  );
}

function percentWords(part: number): string {
  return `${Math.round(100 * part)} %`;
}

function HeatCanvas({ heat: { rows, columns, cells } }: { heat: Heat }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const image = context.createImageData(columns, rows);
    for (const [i, cell] of cells.entries()) image.data.set(colourOf(cell), 4 * i);
    context.putImageData(image, 0, 0);
  }, [rows, columns, cells]);
  return <canvas ref={canvas} width={columns} height={rows} />;
}

function colourOf(heat: number): number[] {
  const place = Math.min(1.999, 2 * heat);
  const [from, to] = [at(ramp, Math.floor(place)), at(ramp, Math.floor(place) + 1)];
  const part = place - Math.floor(place);
  return [0, 1, 2, 3].map((k) => (at(from, k) * (1 - part) + at(to, k) * part) * (k === 3 ? 255 : 1));
}
