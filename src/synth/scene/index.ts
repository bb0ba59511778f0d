export { cameraAround, drawViewpoint, lookAt, PHOTO, type Viewpoint } from './camera.ts';
export { photograph } from './photograph.ts';
export { makePlace, type PlaceOptions } from './place.ts';
export * from './types.ts';
