import { useEffect, useRef } from 'react';
import type { Mask } from '../../../src/contracts/index.ts';

/** Red, green, blue, alpha: a blue that is seen on light and dark pictures, beside red and green things. */
const INSIDE = [64, 160, 255, 105];

/** Which pixels are right, over the picture. Whoever draws it says what counts. */
export function MaskLayer({ mask, isOn }: { mask: Mask; isOn: (value: number) => boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const { width, height, values } = mask;
    const image = context.createImageData(width, height);
    for (let i = 0; i < values.length; i += 1) if (isOn(values[i] ?? 0)) image.data.set(INSIDE, 4 * i);
    context.putImageData(image, 0, 0);
  }, [mask, isOn]);
  return <canvas ref={canvas} className="mask-layer" width={mask.width} height={mask.height} />;
}
