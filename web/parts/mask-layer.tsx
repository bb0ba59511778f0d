import { useEffect, useRef } from 'react';
import type { Mask } from '../../src/contracts/index.ts';
import { at } from '../../src/util/index.ts';

/** Red, green, blue, alpha: a blue that is seen on light and dark pictures, beside red and green things. */
const INSIDE = [64, 160, 255, 105];

/** Which pixels are right, over the picture. Whoever draws it says what counts. */
export function MaskLayer({ mask, isOn }: { mask: Mask; isOn: (value: number) => boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) paintMask(canvas.current, mask, isOn);
  }, [mask, isOn]);
  return <canvas ref={canvas} className="mask-layer" width={mask.width} height={mask.height} />;
}

/** Paints it into a canvas of its size. */
export function paintMask(canvas: HTMLCanvasElement, mask: Mask, isOn: (value: number) => boolean): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const image = context.createImageData(mask.width, mask.height);
  for (const [i, value] of mask.values.entries()) if (isOn(value)) image.data.set(INSIDE, 4 * i);
  context.putImageData(image, 0, 0);
}

/** Masks with more pieces of edge than this are noise: their outline would hide them. */
const MOST = 20_000;

/**
 * The border of what counts, exactly along the edges of pixels, as an SVG path: it stays sharp however large it is drawn.
 * @example maskOutline({ width: 3, height: 1, values: Uint8Array.of(0, 1, 0) }, Boolean) // 'M1 0H2M1 1H2M1 0V1M2 0V1'
 */
export function maskOutline({ width, height, values }: Mask, isOn: (value: number) => boolean): string {
  const inside = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && isOn(at(values, y * width + x));
  const pieces = [
    ...edges(height, width, (line, at) => inside(at, line - 1) !== inside(at, line)).map(
      ({ line, from, to }) => `M${from} ${line}H${to}`,
    ),
    ...edges(width, height, (line, at) => inside(line - 1, at) !== inside(line, at)).map(
      ({ line, from, to }) => `M${line} ${from}V${to}`,
    ),
  ];
  return pieces.length > MOST ? '' : pieces.join('');
}

/** Stretches of every line between pixels along which something begins or ends. */
function edges(lines: number, length: number, isEdge: (line: number, at: number) => boolean) {
  const found: { line: number; from: number; to: number }[] = [];
  for (let line = 0; line <= lines; line += 1) {
    let from = -1;
    for (let at = 0; at <= length; at += 1) {
      const on = at < length && isEdge(line, at);
      if (on && from < 0) from = at;
      if (on || from < 0) continue;
      found.push({ line, from, to: at });
      from = -1;
    }
  }
  return found;
}
