export {
  demandNoFolder,
  demandReplaceable,
  draftOf,
  targetOf,
  writeFileAtomic,
  writeFolderAtomic,
  writeJsonAtomic,
  writePartsAtomic,
} from './atomic.ts';
export { machineError, notOnDisk } from './machine-error.ts';
export { makeFolder } from './make-folder.ts';
export { type Line, readLineGroups, readLines, splitLines } from './ndjson.ts';
export { demandFile, nearPath } from './near-path.ts';
export { isGone, processSpace, startOf } from './processes.ts';
export {
  hashStart,
  openRegular,
  openToAppend,
  type RegularOptions,
  readOptional,
  readPieces,
  readRegular,
  readRegularText,
  requireRegular,
  sha256,
  sizeOf,
  streamRegular,
} from './regular.ts';
