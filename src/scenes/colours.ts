import type { Rgb } from '../render/index.ts';

/** Colours that everybody calls by the same name, in sun and shade. */
export const colours: Readonly<Record<string, Rgb>> = {
  red: [0.82, 0.1, 0.1],
  orange: [0.96, 0.49, 0.05],
  yellow: [0.97, 0.83, 0.1],
  green: [0.12, 0.56, 0.2],
  blue: [0.12, 0.32, 0.82],
  purple: [0.48, 0.2, 0.66],
  pink: [0.96, 0.52, 0.7],
  brown: [0.42, 0.25, 0.13],
  white: [0.94, 0.94, 0.92],
  black: [0.13, 0.13, 0.14],
};

/** Colours of kinds that come in every colour. */
export const anyColour: readonly string[] = Object.keys(colours);

/** Paints that have no colour word. */
export const paint = {
  steel: [0.66, 0.68, 0.7],
  dark: [0.2, 0.2, 0.22],
  tyre: [0.16, 0.16, 0.17],
  glass: [0.3, 0.4, 0.48],
  paper: [0.93, 0.9, 0.82],
  soil: [0.3, 0.2, 0.13],
  leaf: [0.24, 0.5, 0.2],
  leafDark: [0.17, 0.4, 0.16],
  wood: [0.68, 0.48, 0.3],
  woodDark: [0.45, 0.3, 0.18],
  bark: [0.38, 0.27, 0.18],
  flame: [1, 0.82, 0.3],
  signal: [0.97, 0.42, 0.06],
  white: [0.93, 0.93, 0.92],
  beak: [0.95, 0.55, 0.08],
  lamp: [1, 0.96, 0.82],
  /** Tail lights: red ones would make every car somewhat red. */
  smoked: [0.27, 0.2, 0.2],
} as const satisfies Readonly<Record<string, Rgb>>;
