import type { OwnVerbs } from '../contracts/index.ts';
import { rsbVerbs } from './rsb/verbs/index.ts';

/** The verbs that benchmarks declare, here once more: `--help` lists them without loading any benchmark. */
export const ownVerbs: readonly OwnVerbs[] = [rsbVerbs];
