import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** How wide an element is, in CSS pixels: charts are drawn for their place, so that text keeps its size. */
export function useWidth<E extends HTMLElement>(): [RefObject<E | null>, number] {
  const element = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return;
    // While columns are laid out anew it may be nothing for a moment: that is no width to draw for.
    const take = (pixels: number) => setWidth((last) => Math.floor(pixels) || last);
    take(element.current.clientWidth);
    const observer = new ResizeObserver(([entry]) => take(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
