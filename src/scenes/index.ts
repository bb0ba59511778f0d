export { boxOf } from './arrange.ts';
export { lookAt, PHOTO } from './camera.ts';
export { distanceTo, drawEye, type EyeLevel, eyeLevels, eyes, isFartherThan, isOpen } from './eye.ts';
export { kindNamed } from './kinds/index.ts';
export { makePlace } from './place.ts';
export { develop, type Sensor } from './sensor.ts';
export { PlaceRenderer, renderShot } from './shot.ts';
export * from './types.ts';
