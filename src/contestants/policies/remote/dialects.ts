import type { Dialect } from './dialect.ts';
import { openpi } from './dialects/openpi.ts';
import { roboarena } from './dialects/roboarena.ts';
import { robotwin } from './dialects/robotwin.ts';
import { vlaEval } from './dialects/vla-eval.ts';
import { xpolicylab } from './dialects/xpolicylab.ts';

/** By the name that users give; the first of a transport is its default. */
export const dialects: Readonly<Record<string, Dialect>> = {
  openpi,
  roboarena,
  'vla-eval': vlaEval,
  xpolicylab,
  robotwin,
};
