import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import type { OwnVerbs } from '../contracts/index.ts';
import { abouts } from './abouts.ts';

/** The verbs. Each is loaded when it is called: `--help` must not wait for what it does not need. */
const verbs = {
  list: async () => (await import('./list.ts')).listVerb(),
  run: async () => (await import('./run.ts')).runVerb(),
  score: async () => (await import('./score.ts')).scoreVerb(),
  extract: async () => (await import('./extract.ts')).extractVerb(),
  export: async () => (await import('./export.ts')).exportVerb(),
  parity: async () => (await import('./parity.ts')).parityVerb(),
  launch: async () => (await import('./launch.ts')).launchVerb(),
  worker: async () => (await import('./worker.ts')).workerVerb(),
  fleet: async () => (await import('./fleet.ts')).fleetVerb(),
  reproduce: async () => (await import('./reproduce.ts')).reproduceVerb(),
  merge: async () => (await import('./merge.ts')).mergeVerb(),
  import: async () => (await import('./import.ts')).importVerb(),
  report: async () => (await import('./report.ts')).reportVerb(),
  view: async () => (await import('./view.ts')).viewVerb(),
  pack: async () => (await import('./pack.ts')).packVerb(),
  compare: async () => (await import('./compare.ts')).compareVerb(),
  explain: async () => (await import('./explain.ts')).explainVerb(),
  audit: async () => (await import('./audit.ts')).auditVerb(),
  plan: async () => (await import('./plan.ts')).planVerb(),
  replay: async () => (await import('./replay.ts')).replayVerb(),
  verify: async () => (await import('./verify.ts')).verifyVerb(),
  synth: async () => (await import('./synth.ts')).synthVerb(),
  policy: async () => (await import('./policy.ts')).policyVerb(),
  robot: async () => (await import('./robot.ts')).robotVerb(),
  quick: async () => (await import('./quick.ts')).quickVerb(),
  doctor: async () => (await import('./doctor.ts')).doctorVerb(),
  completion: async () => (await import('./completion.ts')).completionVerb(allVerbs),
  data: async () => (await import('./data.ts')).dataVerb(),
  mcp: async () => (await import('./mcp.ts')).mcpVerb(),
  start: async () => (await import('./start.ts')).startVerb(),
} satisfies Record<keyof typeof abouts, () => Promise<Command>>;

/** Verbs without `--use`: modules of the user's do not affect them. */
const withoutModules = ['fleet', 'launch', 'synth', 'policy', 'quick', 'completion', 'data', 'start'];

/**
 * The whole tool, every verb loaded.
 *
 * @internal exported for its test
 */
export async function allVerbs(): Promise<Command> {
  const program = new Command('sextant').version(packageJson.version);
  for (const name of Object.keys(abouts).filter(isOurs)) program.addCommand(await ourVerb(name));
  for (const [, { load }] of await verbsOfBenchmarks([])) program.addCommand(await load());
  return program;
}

export function isOurs(name: string): name is keyof typeof abouts {
  return Object.hasOwn(abouts, name);
}

export async function ourVerb(name: keyof typeof abouts): Promise<Command> {
  const command = await verbs[name]();
  return withoutModules.includes(name) ? command : (await import('./use.ts')).takesModules(command);
}

/** Verbs that benchmarks have of their own: ours, and those of modules that this command line names. */
export async function verbsOfBenchmarks(argv: string[]) {
  const entry = ({ about, ...verbs }: OwnVerbs, isBrought: boolean) => {
    const load = async () => (await import('./own-verbs.ts')).ownCommand(verbs, isBrought);
    return [verbs.name, { about, load }] as const;
  };
  const { ownVerbs } = await import('../benchmarks/pure.ts');
  const own = (await ownVerbs()).map((verbs) => entry(verbs, false));
  if (!argv.some((word) => /^--use(=|$)/.test(word))) return own;
  const brought = await (await import('./use.ts')).broughtVerbs(argv);
  return [...own, ...brought.map((verbs) => entry(verbs, true))];
}
