import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';

interface Enlarged {
  scale: number;
  x: number;
  y: number;
}

const whole: Enlarged = { scale: 1, x: 0, y: 0 };
const MOST = 24;

/** How far a key moves what is shown, in pixels. */
const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [60, 0],
  ArrowRight: [-60, 0],
  ArrowUp: [0, 60],
  ArrowDown: [0, -60],
};

/** A picture that can be enlarged: wheel, two fingers' pinch as the system reports it, drag, and + − 0 with arrow keys. */
export function Zoom({ children, label }: { children: ReactNode; label: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(whole);
  const drag = useRef<{ x: number; y: number }>(undefined);

  const zoomAt = useCallback((factor: number, x: number, y: number) => {
    setPlace((last) => {
      const scale = Math.min(MOST, Math.max(1, last.scale * factor));
      if (scale === 1) return whole;
      const grown = scale / last.scale;
      return { scale, x: x - (x - last.x) * grown, y: y - (y - last.y) * grown };
    });
  }, []);

  // React's own wheel handler may not keep the page from scrolling.
  useEffect(() => {
    const element = frame.current;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top } = element?.getBoundingClientRect() ?? { left: 0, top: 0 };
      zoomAt(Math.exp(-event.deltaY / 400), event.clientX - left, event.clientY - top);
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [zoomAt]);

  // Marks on the picture keep their size.
  useEffect(() => inner.current?.style.setProperty('--zoom', String(place.scale)), [place.scale]);

  const onKey = (event: React.KeyboardEvent) => {
    const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {};
    const middle = [clientWidth / 2, clientHeight / 2] as const;
    const [dx, dy] = (place.scale > 1 ? arrows[event.key] : undefined) ?? [0, 0];
    const keys: Record<string, () => void> = {
      '+': () => zoomAt(1.4, ...middle),
      '=': () => zoomAt(1.4, ...middle),
      '-': () => zoomAt(1 / 1.4, ...middle),
      '0': () => setPlace(whole),
      ...(dx === 0 && dy === 0
        ? {}
        : { [event.key]: () => setPlace((last) => ({ ...last, x: last.x + dx, y: last.y + dy })) }),
    };
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  return (
    <section
      ref={frame}
      className="zoom"
      aria-label={`${label}: + and − enlarge, 0 shows all, arrows move`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse must be able to enlarge it
      tabIndex={0}
      onKeyDown={onKey}
      onDoubleClick={() => setPlace(whole)}
      onPointerDown={(event) => {
        drag.current = { x: event.clientX - place.x, y: event.clientY - place.y };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={({ clientX, clientY }) => {
        const from = drag.current;
        if (from && place.scale > 1) setPlace((last) => ({ ...last, x: clientX - from.x, y: clientY - from.y }));
      }}
      onPointerUp={() => {
        drag.current = undefined;
      }}
    >
      <div
        className="zoom-inner"
        ref={inner}
        style={{ transform: `translate(${place.x}px, ${place.y}px) scale(${place.scale})` }}
      >
        {children}
      </div>
    </section>
  );
}
