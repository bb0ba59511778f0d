import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { SextantError } from '../contracts/index.ts';
import { findData } from '../engine/index.ts';
import { nearPath } from '../files/index.ts';
import { type OpenData, runFoldersIn, serveViewer } from '../viewer/index.ts';
import { abouts } from './abouts.ts';
import { openFleetView } from './fleet-view.ts';
import { printJson, say } from './output.ts';
import { ensurePage } from './page.ts';
import { port, verb } from './verb.ts';

interface Flags {
  port: number;
  data?: string;
  fleet?: string;
  open?: true;
  json?: true;
}

const NO_RUNS =
  'there are no runs here yet; `sextant run tiny --model baseline/random` makes one, and it then appears on the page';

export function viewVerb(): Command {
  return verb('view', abouts.view.about, [
    'sextant view',
    'sextant view runs/a runs/b --open',
    'sextant view --fleet postgres://sextant_planner@db.lab/fleet',
  ])
    .argument('[folder...]', 'run folders, or folders with runs in them', ['runs'])
    .option('--port <n>', 'where to listen; 0 for any that is free', port, 4567)
    .option('--data <dir>', 'folder with the pictures that runs refer to; otherwise where `data pull` put them')
    .option(
      '--fleet <url>',
      'show also what a fleet works on, and how each worker does: postgres://user@host:port/database',
    )
    .option('--open', 'open the browser')
    .action(async (folders: string[], flags: Flags) => {
      for (const folder of folders) {
        if (!existsSync(folder) && flags.fleet === undefined) {
          const near = nearPath(folder);
          throw new SextantError('bad_argument', 'there is no such folder', {
            where: folder,
            fix: near ? `did you mean ${near}?` : 'name a run, or a folder with runs; `sextant start` makes some',
          });
        }
      }
      ensurePage();
      const fleet = flags.fleet === undefined ? undefined : await openFleetView(flags.fleet);
      const { address, close } = await serveViewer({
        roots: folders,
        port: flags.port,
        openData: openData(flags.data),
        ...(fleet && { fleets: fleet.look }),
      });
      if (folders.flatMap(runFoldersIn).length === 0) say(NO_RUNS);
      if (flags.json) printJson({ event: 'listening', url: address });
      say(`${address}  stop with Ctrl-C`);
      if (flags.open) openBrowser(address);
      await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
      await close();
      await fleet?.close();
    });
}

/** The data of a run, where they are at hand: pictures are better than none, but nothing depends on them. */
export function openData(dir: string | undefined): OpenData {
  return async (benchmark, args) => {
    if (!benchmark.needsData) return benchmark.load({ args });
    const found = await findData(benchmark, dir);
    return benchmark.load({ args, ...(found === undefined ? {} : { dir: found }) });
  };
}

const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

export function openBrowser(address: string): void {
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  // Without a browser here, the printed address is enough.
  spawn(command, [...args, address], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
