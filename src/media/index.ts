export { ClipWriter } from './clip-write.ts';
export { checkImageCodec, checkVideoCodec } from './codecs.ts';
export { decodeRgb } from './decode-rgb.ts';
export { describeImage } from './describe-image.ts';
export { assetsFrom, decodeMask, maxDecodedPixels } from './mask.ts';
export { encodePng, paletteColours } from './png-write.ts';
export { aboveTable, type CloudOptions, POINT, pointCloud } from './point-cloud.ts';
export { encodeRgb, encodeShown, encodeThumb } from './shown.ts';
export { sampleFrames } from './video.ts';
