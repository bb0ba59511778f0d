import { once } from 'node:events';
import { Argument, Command } from 'commander';
import { policies, servePolicy } from '../contestants/index.ts';
import { messageOf } from '../contracts/index.ts';
import { abouts } from './abouts.ts';
import { printJson, say } from './output.ts';
import { port, verb } from './verb.ts';

export function policyVerb(): Command {
  return new Command('policy')
    .description(abouts.policy.about)
    .addHelpText('after', '\nExample:\n  sextant policy serve expert\n  sextant policy <verb> --help')
    .addCommand(serve());
}

function serve(): Command {
  const names = policies.map(({ id }) => id.replace('policy/', ''));
  return verb('serve', 'Serves a built-in policy as openpi serves its own, to try a client on.', [
    'sextant policy serve still --port 8000',
    'sextant policy serve expert    # sextant run rsb-math-4 --policy ws://127.0.0.1:8000?map=sextant-peek',
  ])
    .addArgument(new Argument('<name>', 'which policy').choices(names))
    .option('--host <address>', 'where to listen; 0.0.0.0 for other machines too', '127.0.0.1')
    .option('--port <n>', 'where to listen; 0 for any that is free', port, 8000)
    .action(async (name: string, flags: { host: string; port: number; json?: true }) => {
      const { host, port } = flags;
      const onError = (error: unknown) => say(`a request failed: ${messageOf(error)}`);
      const server = await servePolicy(name, { host, port, onError });
      if (flags.json) printJson({ event: 'listening', policy: `policy/${name}`, url: server.url });
      say(`policy/${name} at ${server.url}; stop with Ctrl-C`);
      await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
      await server.close();
    });
}
