export {
  openRegular,
  type RegularOptions,
  readRegular,
  readRegularText,
  requireRegular,
  streamRegular,
} from './regular.ts';
