import { useEffect, useRef } from 'react';
import { at } from '../../../src/util/index.ts';
import type { SeenPixels } from './messages.ts';

/** What a camera sees, pixel by pixel. */
export function SeenPicture({ seen, label }: { seen: SeenPixels; label: string }) {
  const { width, height, rgb } = seen;
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const image = context.createImageData(width, height);
    for (let i = 0; i < width * height; i += 1)
      image.data.set([at(rgb, 3 * i), at(rgb, 3 * i + 1), at(rgb, 3 * i + 2), 255], 4 * i);
    context.putImageData(image, 0, 0);
  }, [width, height, rgb]);
  return <canvas ref={canvas} width={width} height={height} role="img" aria-label={label} />;
}
