import { useEffect, useRef } from 'react';
import type { Mask } from '../../../src/contracts/index.ts';

/** Inside and its edge, as red, green, blue, alpha: a blue that is seen on light and dark pictures, beside red and green ones. */
const INSIDE = [64, 160, 255, 56];
const EDGE = [255, 255, 255, 235];

/** Which pixels are right, over the picture. Whoever draws it says what counts. */
export function MaskLayer({ mask, isOn }: { mask: Mask; isOn: (value: number) => boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const { width, height, values } = mask;
    const inside = Uint8Array.from(values, (value) => (isOn(value) ? 1 : 0));
    const image = context.createImageData(width, height);
    for (let i = 0; i < inside.length; i += 1) {
      if (inside[i] === 0) continue;
      const x = i % width;
      const whole =
        inside[i - width] === 1 &&
        inside[i + width] === 1 &&
        x > 0 &&
        inside[i - 1] === 1 &&
        x < width - 1 &&
        inside[i + 1] === 1;
      image.data.set(whole ? INSIDE : EDGE, 4 * i);
    }
    context.putImageData(image, 0, 0);
  }, [mask, isOn]);
  return <canvas ref={canvas} className="mask-layer" width={mask.width} height={mask.height} />;
}
