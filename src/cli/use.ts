import { Command, InvalidArgumentError, Option } from 'commander';
import { type OwnVerbs, SextantError } from '../contracts/index.ts';
import { abouts } from './abouts.ts';

/** What a verb that takes modules is told of them. */
export interface ModuleFlags {
  use?: string[];
  config?: string[];
}

export const gather = (file: string, files: string[] = []) => [...files, file];

const moduleOption = () =>
  new Option(
    '--use <file>',
    'your own benchmarks, models, policies, extractors, formats: a module, whose code runs; again for more',
  ).argParser(gather);

const configOption = () =>
  new Option(
    '--config <file.json>',
    'settings in place of sextant.config.json; the code of modules that it names (`use`) runs',
  ).argParser((file: string, files?: string[]) => {
    if (!isSettings(file)) throw new InvalidArgumentError('expected a .json file');
    return gather(file, files);
  });

/**
 * Lets a verb know modules of the user's. Only those are ever loaded that this command line names, or a config that it names:
 * never what a run, a pack or a file in this folder says. A verb that takes configs of other kinds too has its own `--config`.
 */
export function takesModules(command: Command): Command {
  if (!command.options.some(({ long }) => long === '--config')) command.addOption(configOption());
  return command.addOption(moduleOption()).hook('preAction', async (_, called) => {
    const { use, config } = called.opts<ModuleFlags>();
    await bring({ use, config: settingsFile(config) });
  });
}

/** The benchmarks' verbs that modules on this command line bring. They take `--use` too, and nothing else of ours. */
export async function broughtVerbs(argv: readonly string[]): Promise<OwnVerbs[]> {
  const reader = new Command().addOption(moduleOption()).exitOverride();
  reader.parseOptions([...argv]);
  const { use } = reader.opts<ModuleFlags>();
  if (use === undefined) return [];
  await bring({ use });
  const { benchmarkRegistry, benchmarks } = await import('../engine/index.ts');
  // Benchmarks may share their verbs, and a name means the same verbs wherever it stands.
  const named = new Map(benchmarkRegistry.all().flatMap(({ verbs }) => (verbs ? [[verbs.name, verbs] as const] : [])));
  for (const { verbs } of benchmarks) if (verbs) named.delete(verbs.name);
  return [...named.values()];
}

/** A command whose verbs need modules that are loaded already. */
export function namesModules(command: Command): Command {
  for (const nested of command.commands) namesModules(nested);
  return command.commands.length > 0 ? command : command.addOption(moduleOption());
}

/** Where keys and settings are looked up. */
export function placeOf({ config }: ModuleFlags) {
  const file = settingsFile(config);
  return { env: process.env, cwd: process.cwd(), ...(file === undefined ? {} : { config: file }) };
}

/** Sextant's settings are JSON; what else `--config` names is a policy's. */
export function settingsFile(files: readonly string[] = []): string | undefined {
  return onlyOne(files.filter(isSettings));
}

/** `deploy_policy.yml` of a policy in Python. */
export function policyConfig(files: readonly string[] = []): string | undefined {
  return onlyOne(files.filter((file) => !isSettings(file)));
}

function isSettings(file: string): boolean {
  return /\.json$/i.test(file);
}

function onlyOne([file, ...more]: string[]): string | undefined {
  if (more.length === 0) return file;
  throw new SextantError('bad_argument', `${[file, ...more].join(' and ')} exclude each other`, { where: '--config' });
}

async function bring(named: { use?: string[] | undefined; config?: string | undefined }): Promise<void> {
  if (named.use === undefined && named.config === undefined) return;
  const [{ bringModules }, { formatRegistry }] = await Promise.all([
    import('../engine/index.ts'),
    import('../report/index.ts'),
  ]);
  const verbs = ['help', ...Object.keys(abouts)];
  await bringModules(named, { cwd: process.cwd(), formats: formatRegistry, verbs });
}
