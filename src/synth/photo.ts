import { type EyeLevel, eyeLevels, type Sensor } from '../scenes/index.ts';
import type { Difficulty } from './family.ts';
import { choiceArg, wholeArg } from './settings.ts';

/** How pictures are taken: from where, and by what kind of camera. */
export interface PhotoSettings {
  level: EyeLevel;
  sensor: Sensor;
}

export function readPhoto(args: Difficulty): PhotoSettings {
  return {
    level: choiceArg(args, 'camera', eyeLevels),
    sensor: {
      blur: wholeArg(args, 'blur', { least: 0, most: 4 }),
      noise: wholeArg(args, 'noise', { least: 0, most: 20 }),
    },
  };
}
