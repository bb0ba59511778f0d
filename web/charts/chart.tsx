import './chart.css';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Table } from '../../src/report/index.ts';
import { Menu, save } from '../parts/menu.tsx';
import { tableChoices } from '../parts/table-view.tsx';

interface Props {
  /** What it shows, for those who do not see it and for file names. */
  label: string;
  /** The same numbers as a table, to be taken along too. */
  table?: Table | undefined;
  height: (width: number) => number;
  children: (width: number) => ReactNode;
}

/** A drawing as wide as its place, which can be taken along. */
export function Chart({ label, table, height, children }: Props) {
  const [place, width] = useWidth<HTMLElement>();
  const svg = useRef<SVGSVGElement>(null);
  const take = (act: (drawn: SVGSVGElement) => void) => () => svg.current && act(svg.current);
  const chart = [
    {
      name: 'Chart as SVG',
      act: take((drawn) => save(`${label}.svg`, new Blob([svgText(drawn)], { type: 'image/svg+xml' }))),
    },
    { name: 'Chart as PNG', act: take(async (drawn) => save(`${label}.png`, await pngOf(drawn))) },
  ];
  const choices = [...chart, ...(table ? tableChoices(table, label) : [])];
  return (
    <figure className="chart" ref={place}>
      <div className="chart-menu">
        <Menu label={`Save ${label}`} choices={choices} />
      </div>
      {width > 0 && (
        <svg
          ref={svg}
          width={width}
          height={height(width)}
          viewBox={`0 0 ${width} ${height(width)}`}
          aria-label={label}
        >
          {children(width)}
        </svg>
      )}
    </figure>
  );
}

/** What decides how our drawings look; a file has no style sheet beside it. */
const properties = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'paint-order', 'opacity'],
  ...['font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline'],
];

/** A drawing as a file that looks the same without our page: colours and fonts written into it, on the page's own ground. */
function svgText(drawn: SVGSVGElement): string {
  const copy = drawn.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) throw new Error('a drawing is a drawing');
  const originals = drawn.querySelectorAll('*');
  for (const [at, element] of [...copy.querySelectorAll('*')].entries()) {
    for (const name of ['class', 'style', 'href']) element.removeAttribute(name);
    const computed = originals[at] && getComputedStyle(originals[at]);
    // Attributes and not a style: the page's policy forbids styles in markup.
    for (const name of properties) element.setAttribute(name, computed?.getPropertyValue(name) ?? '');
  }
  const { width, height } = drawn.getBoundingClientRect();
  const ground = document.createElementNS(copy.namespaceURI, 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute('fill', getComputedStyle(document.documentElement).backgroundColor);
  copy.prepend(ground);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('viewBox', `0 0 ${width} ${height}`);
  return new XMLSerializer().serializeToString(copy);
}

/** The same as a picture, with twice as many pixels as on the page. */
async function pngOf(drawn: SVGSVGElement): Promise<Blob> {
  const { width, height } = drawn.getBoundingClientRect();
  const picture = new Image();
  // A data URL, not an object URL: the page's policy allows it for images everywhere.
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(drawn))}`;
  await picture.decode();
  const canvas = new OffscreenCanvas(Math.ceil(2 * width), Math.ceil(2 * height));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser cannot draw');
  context.scale(2, 2);
  context.drawImage(picture, 0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/png' });
}

/** How wide an element is, in CSS pixels: charts are drawn for their place, so that text keeps its size. */
function useWidth<E extends HTMLElement>(): [RefObject<E | null>, number] {
  const element = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return;
    // During layout the width may be 0 for a moment: keep the last one.
    const take = (pixels: number) => setWidth((last) => Math.floor(pixels) || last);
    take(element.current.clientWidth);
    const observer = new ResizeObserver(([entry]) => take(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}

/** Text that fits into so many pixels of our charts' font; SVG has no ellipsis of its own. */
export function clipText(text: string, pixels: number): string {
  const most = Math.max(3, Math.floor(pixels / 7));
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`;
}
