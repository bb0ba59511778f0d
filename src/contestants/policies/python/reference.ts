import { SextantError } from '../../../contracts/index.ts';

/** How a policy in Python is set up. */
export interface PythonOptions {
  /** Its config; `deploy_policy.yml` beside it, if there is one, unless it says otherwise. */
  config?: string;
  /** `key=value`, or upstream's `--key`, `value`. */
  overrides?: readonly string[];
}

/**
 * A policy's id with its settings in it, as `--config` and `--overrides` give them: an id is all that reaches a thread.
 * @example withPythonOptions('python:a.py', { overrides: ['seed=0'] }) // 'python:a.py?override=seed%3D0'
 */
export function withPythonOptions(id: string, { config, overrides = [] }: PythonOptions): string {
  const options = new URLSearchParams(overrides.map((word) => ['override', word]));
  if (config !== undefined) options.set('config', config);
  if (options.size === 0) return id;
  if (readPythonId(id)) return `${id}${id.includes('?') ? '&' : '?'}${options}`;
  throw new SextantError('bad_argument', '--config and --overrides are for policies in Python', {
    fix: 'for example --policy python:policy/Your_Policy/deploy_policy.py',
  });
}

/** The file and the settings of a policy in Python, or undefined when the id means something else. */
export function readPythonId(id: string): (PythonOptions & { path: string }) | undefined {
  const [, path, query] = /^python:(.+?\.py)(?:\?(.*))?$/s.exec(id) ?? [];
  if (path === undefined) return undefined;
  const options = new URLSearchParams(query);
  const config = options.get('config');
  return { path, overrides: options.getAll('override'), ...(config === null ? {} : { config }) };
}
