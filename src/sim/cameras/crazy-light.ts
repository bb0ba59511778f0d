import type { Rgb } from '../../render/index.ts';
import { random } from '../../stats/index.ts';
import type { Appearance } from './appearance.ts';

/** Physics steps from one change of the ambient light to the next: the authors' distance of frames. */
const AMBIENT_STEPS = 15;
/** How far a channel of it goes at most. */
const AMBIENT_STRIDE = 0.1;

/**
 * Lights that change all the time. Sun and lamps have any colour, the ambient light strays from grey little by little. They follow
 * from seed and physics step alone: all cameras of a moment share them, and who looked before makes no difference.
 */
export function crazyLights(seed: number, step: number): NonNullable<Appearance['lights']> {
  const draw = random(seed, 'light', step);
  const any = (): Rgb => [draw.next(), draw.next(), draw.next()];
  const stray = random(seed, 'ambient light');
  const strayed = (value: number) => Math.min(Math.max(value + AMBIENT_STRIDE * (2 * stray.next() - 1), 0), 1);
  let ambient: Rgb = [0.5, 0.5, 0.5];
  for (let at = 0; at <= step; at += AMBIENT_STEPS)
    ambient = [strayed(ambient[0]), strayed(ambient[1]), strayed(ambient[2])];
  return { ambient, sun: any(), points: [any(), any()] };
}
