export { draftOf, writeFileAtomic, writeFolderAtomic, writeJsonAtomic, writePartsAtomic } from './atomic.ts';
export { hashStart, sha256, sizeOf } from './hash.ts';
export { machineError, notOnDisk } from './machine-error.ts';
export { type Line, readLineGroups, readLines, splitLines } from './ndjson.ts';
export { isGone, startOf } from './processes.ts';
export {
  openRegular,
  type RegularOptions,
  readOptional,
  readPieces,
  readRegular,
  readRegularText,
  requireRegular,
  streamRegular,
} from './regular.ts';
