import { Console } from 'node:console';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { serveRobot } from '../engine/index.ts';
import { abouts } from './abouts.ts';
import { verb } from './verb.ts';

/** What Python users import. */
const PYTHON = fileURLToPath(new URL('../../python', import.meta.url));

export function robotVerb(): Command {
  return verb('robot', abouts.robot.about, [
    'export PYTHONPATH="$(sextant robot --python-path)"    # python: from sextant_env import SextantEnv',
  ])
    .option('--python-path', 'print the folder to put on PYTHONPATH, and nothing else')
    .action(async ({ pythonPath }: { pythonPath?: true }) => {
      if (pythonPath) return void process.stdout.write(`${PYTHON}\n`);
      // What a module of the user's prints must not come between the messages.
      globalThis.console = new Console(process.stderr, process.stderr);
      await serveRobot(process.stdin, process.stdout);
    });
}
