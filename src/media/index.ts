export * from './assets.ts';
export * from './blobs.ts';
export * from './codecs.ts';
export * from './image-info.ts';
export * from './mask.ts';
export * from './png-write.ts';
export * from './sha256.ts';
export * from './video.ts';
