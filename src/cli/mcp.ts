import type { Command } from 'commander';
import { versions } from '../engine/index.ts';
import { RunRoots, serveMcp } from '../mcp/index.ts';
import { abouts } from './abouts.ts';
import { verb } from './verb.ts';

export function mcpVerb(): Command {
  return verb('mcp', abouts.mcp.about, ['sextant mcp runs'])
    .argument('[roots...]', 'folders with runs; nothing outside of them is read', ['runs'])
    .action((roots: string[]) => serveMcp(new RunRoots(roots), versions.sextant));
}
