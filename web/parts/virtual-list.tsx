import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import './virtual-list.css';

interface Props {
  count: number;
  /** Pixels; all rows are equally high, so that a place in the list is a multiplication. */
  rowHeight: number;
  /** The row with the cursor, kept in sight. */
  cursor: number;
  /** The item with the cursor, where a row has several. */
  active?: number;
  label: string;
  list: RefObject<HTMLDivElement | null>;
  /** Told which rows are drawn. */
  onSight?: (first: number, last: number) => void;
  children: (at: number) => ReactNode;
}

/** Pixels of rows drawn beyond what is seen, so that fast scrolling finds them there. */
const OVERSCAN = 360;

/** A list of any length of which only what is in sight exists. */
export function VirtualList({ count, rowHeight, cursor, active = cursor, label, list, onSight, children }: Props) {
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  const moved = useRef(cursor);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [list]);
  useEffect(() => {
    const element = list.current;
    if (!element || cursor < 0) return;
    const centre = moved.current === cursor;
    moved.current = cursor;
    const [from, to] = [cursor * rowHeight, (cursor + 1) * rowHeight];
    // The first time it is put in the middle; later it moves only as far as it must.
    if (centre && (from < element.scrollTop || to > element.scrollTop + element.clientHeight))
      element.scrollTop = from - element.clientHeight / 2;
    else if (from < element.scrollTop) element.scrollTop = from;
    else if (to > element.scrollTop + element.clientHeight) element.scrollTop = to - element.clientHeight;
  }, [cursor, rowHeight, list]);
  const first = Math.max(0, Math.floor((top - OVERSCAN) / rowHeight));
  const last = Math.min(count, Math.ceil((top + height + OVERSCAN) / rowHeight));
  useEffect(() => onSight?.(first, last), [onSight, first, last]);
  return (
    <div
      ref={list}
      className="virtual-list"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      // No taller than its rows; the line above them counts, too.
      style={{ maxHeight: count * rowHeight + 1 }}
      {...(active >= 0 ? { 'aria-activedescendant': `row-${active}` } : {})}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <div style={{ height: count * rowHeight }}>
        <div style={{ transform: `translateY(${first * rowHeight}px)` }}>
          {Array.from({ length: Math.max(0, last - first) }, (_, n) => children(first + n))}
        </div>
      </div>
    </div>
  );
}
