import { dirname, relative, resolve } from 'node:path';
import { SextantError } from '../../contracts/index.ts';
import { readOptional } from '../../files/index.ts';
import { type Env, readEnv } from '../../host/index.ts';
import { type Config, emptyConfig, parseConfig } from './config.ts';

/** Where keys, settings and modules are looked up. */
export interface Workplace {
  env: Env;
  /** Where `.env`, `sextant.config.json` and `./my-model.ts` are. */
  cwd: string;
  /** The config that somebody named; otherwise it is `sextant.config.json`, or where SEXTANT_CONFIG points. */
  config?: string;
}

/** The environment completed by `.env`, and the config. Loads no code, whatever the config says. */
export async function readWorkplace(place: Workplace): Promise<{ env: Env; config: Config }> {
  const env = await readEnv(place);
  const asked = place.config ?? (env.SEXTANT_CONFIG || undefined);
  const file = resolve(place.cwd, asked ?? 'sextant.config.json');
  const text = asked === undefined ? await readOptional(file) : await readRequired(file);
  const config = text === null ? emptyConfig : parseConfig(text, file);
  if (config.use === undefined || place.config !== undefined) return { env, config };
  throw new SextantError('bad_config', 'it names modules (`use`), and nobody named it', {
    where: file,
    fix: 'name the file with --config if you trust their code, or take `use` out',
  });
}

/** The modules that a config names, as paths from `cwd` on. Only for a config that a person named: their code will run. */
export async function modulesIn(config: string, cwd: string): Promise<string[]> {
  const file = resolve(cwd, config);
  const { use = [] } = parseConfig(await readRequired(file), file);
  return use.map((module) => {
    const path = relative(cwd, resolve(dirname(file), module));
    return path.startsWith('..') ? path : `./${path}`;
  });
}

/** A file that somebody named. */
export async function readRequired(file: string): Promise<string> {
  const text = await readOptional(file);
  if (text === null)
    throw new SextantError('bad_config', 'there is no such file', { where: file, fix: 'correct its path' });
  return text;
}
