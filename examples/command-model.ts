import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Model } from '../src/contracts/index.ts';

const run = promisify(execFile);

// Asks any program: the question goes in as the last argument, what it prints is the answer.
// Run it: SEXTANT_COMMAND="python ask.py" sextant run tiny --model ./examples/command-model.ts
export function createModel({ env }: { env: Record<string, string | undefined> }): Model {
  const [program = 'echo', ...args] = (env.SEXTANT_COMMAND ?? 'echo').split(' ');
  return {
    id: `command/${program}`,
    capabilities: { maxImages: 100, video: false, coordinates: null, peeks: 'nothing' },
    settings: { command: [program, ...args] },
    async answer({ parts }, signal) {
      const question = parts.map((part) => ('text' in part ? part.text : '')).join('\n');
      const { stdout } = await run(program, [...args, question], { signal });
      return { text: stdout.trim(), finish: 'stop' };
    },
  };
}
