import type { Rgb } from '../../render/index.ts';

const white: Rgb = [1, 1, 1];
const black: Rgb = [10 / 255, 10 / 255, 20 / 255];

/** What a block of each colour looks like. White ones all look alike but for their letter. */
export const blockColours: Readonly<Record<string, { face: Rgb; ink: Rgb }>> = {
  red: { face: [0.8, 0.15, 0.15], ink: white },
  green: { face: [0.13, 0.55, 0.25], ink: white },
  blue: { face: [0.15, 0.32, 0.78], ink: white },
  yellow: { face: [0.95, 0.78, 0.15], ink: black },
  white: { face: [235 / 255, 235 / 255, 230 / 255], ink: black },
};
