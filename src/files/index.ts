export { writeFileAtomic, writeFolderAtomic, writeJsonAtomic, writePartsAtomic } from './atomic.ts';
export { draftOf } from './draft.ts';
export { hashStart, sizeOf } from './file-start.ts';
export { machineError, notOnDisk } from './machine-error.ts';
export { type Line, readLineGroups, readLines, splitLines } from './ndjson.ts';
export { readOptional } from './optional-file.ts';
export { isGone, startOf } from './processes.ts';
export {
  openRegular,
  type RegularOptions,
  readRegular,
  readRegularText,
  requireRegular,
  streamRegular,
} from './regular.ts';
export { sha256 } from './sha256.ts';
