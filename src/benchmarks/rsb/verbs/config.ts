import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Benchmark, messageOf, SextantError } from '../../../contracts/index.ts';
import { readRegularText } from '../../../files/index.ts';
import { parseTaskConfig } from '../task-config.ts';

const YAML = /\.ya?ml$/;

/**
 * A configuration by the authors' name of it, or as a file. Where `task_config/<name>.yml` is there, as in their repository, it
 * says what is collected; otherwise the name does.
 */
export function findTaskConfig(named: string, { id, aliases = {} }: Benchmark) {
  const isFile = YAML.test(named);
  const name = isFile ? basename(named).replace(YAML, '') : named;
  const file = isFile ? named : join('task_config', `${named}.yml`);
  const implied = aliases[name];
  if (!isFile && !existsSync(file)) {
    if (implied) return { name, implied };
    throw new SextantError('bad_argument', `${id} has no configuration ${named}, and there is no ${file}`, {
      where: '--config',
      fix: `use one of ${Object.keys(aliases).slice(1).join(', ')}, or a file such as task_config/mine.yml`,
    });
  }
  return { name, implied: implied ?? {}, file, config: parseTaskConfig(read(file), file) };
}

function read(file: string): string {
  try {
    return readRegularText(file);
  } catch (error) {
    throw new SextantError('bad_config', `cannot read the configuration: ${messageOf(error)}`, { where: file });
  }
}
