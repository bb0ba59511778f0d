export { sha256Hex } from '../../contracts/index.ts';
