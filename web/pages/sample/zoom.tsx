import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';

interface Point {
  x: number;
  y: number;
}

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

/** A picture that can be enlarged: wheel, two fingers, a double press, drag, and + − 0 with arrow keys. */
export function Zoom({ children, label }: { children: ReactNode; label: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(whole);
  /** Fingers, or the mouse, that are down: where they were last. */
  const down = useRef(new Map<number, Point>());

  /** What lay at `from` comes to lie at `to`, so many times as large; the picture never leaves its frame. */
  const move = useCallback((from: Point, to: Point, factor = 1) => {
    const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {};
    setPlace((last) => {
      const scale = Math.min(MOST, Math.max(1, last.scale * factor));
      const grown = scale / last.scale;
      return {
        scale,
        x: Math.min(0, Math.max(clientWidth * (1 - scale), to.x - (from.x - last.x) * grown)),
        y: Math.min(0, Math.max(clientHeight * (1 - scale), to.y - (from.y - last.y) * grown)),
      };
    });
  }, []);
  const within = useCallback(({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top } = frame.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return { x: clientX - left, y: clientY - top };
  }, []);

  // React's own wheel handler may not keep the page from scrolling.
  useEffect(() => {
    const element = frame.current;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const at = within(event);
      move(at, at, Math.exp(-event.deltaY / 400));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [move, within]);

  // Marks on the picture keep their size.
  useEffect(() => inner.current?.style.setProperty('--zoom', String(place.scale)), [place.scale]);

  const onKey = (event: React.KeyboardEvent) => {
    const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {};
    const middle = { x: clientWidth / 2, y: clientHeight / 2 };
    const arrow = place.scale > 1 ? arrows[event.key] : undefined;
    const keys: Record<string, () => void> = {
      '+': () => move(middle, middle, 1.4),
      '=': () => move(middle, middle, 1.4),
      '-': () => move(middle, middle, 1 / 1.4),
      '0': () => setPlace(whole),
      ...(arrow && { [event.key]: () => move(middle, { x: middle.x + arrow[0], y: middle.y + arrow[1] }) }),
    };
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  const lift = ({ pointerId }: React.PointerEvent) => down.current.delete(pointerId);
  return (
    <section
      ref={frame}
      className="zoom"
      aria-label={`${label}: + and − enlarge, 0 shows all, arrows move`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse must be able to enlarge it
      tabIndex={0}
      onKeyDown={onKey}
      onDoubleClick={(event) => {
        const at = within(event);
        if (place.scale > 1) setPlace(whole);
        else move(at, at, 3);
      }}
      onPointerDown={(event) => {
        down.current.set(event.pointerId, within(event));
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const fingers = down.current;
        const before = [...fingers.values()];
        if (!fingers.has(event.pointerId)) return;
        fingers.set(event.pointerId, within(event));
        const after = [...fingers.values()];
        const [was, is] = [spanOf(before), spanOf(after)];
        move(middleOf(before), middleOf(after), was > 0 ? is / was : 1);
      }}
      onPointerUp={lift}
      onPointerCancel={lift}
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

/** Between the first two fingers; one finger is its own middle. */
function middleOf([a = { x: 0, y: 0 }, b = a]: readonly Point[]): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** How far the first two fingers are from each other; 0 for one. */
function spanOf([a, b]: readonly Point[]): number {
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
}
