export { boxOf } from './arrange.ts';
export { cameraAround, drawViewpoint, lookAt, PHOTO } from './camera.ts';
export { kindNamed } from './kinds/index.ts';
export { makePlace } from './place.ts';
export { PlaceRenderer, renderShot } from './shot.ts';
export * from './types.ts';
