export { boxOf } from './arrange.ts';
export { cameraAround, drawViewpoint, lookAt, PHOTO } from './camera.ts';
export { kindNamed } from './kinds/index.ts';
export { Photographer, photograph } from './photograph.ts';
export { makePlace } from './place.ts';
export * from './types.ts';
