import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { messageOf, SextantError } from '../../contracts/index.ts';
import { demandFile, readRegularText } from '../../files/index.ts';
import { findBenchmark } from '../catalogue.ts';
import { findProtocol } from '../run/spec.ts';
import builtIn from './suites.json' with { type: 'json' };

const Member = z.strictObject({
  /** With its options, as on the command line: `mindcube:set=tiny`. */
  benchmark: z.string().min(1),
  protocol: z.string().min(1).exactOptional(),
  /** The folder with its files, relative to the suite's own. */
  data: z.string().min(1).exactOptional(),
});

/** Benchmarks that are run together. Data, not code: users write their own in a small file. */
const Suite = z.strictObject({
  about: z.string().exactOptional(),
  runs: z
    .array(z.preprocess((run) => (typeof run === 'string' ? { benchmark: run } : run), Member))
    .min(1)
    .max(100),
});

/** One run of a suite. */
export type SuiteMember = z.infer<typeof Member>;

/** Suites that come with Sextant, by name. */
export const suites: Readonly<Record<string, { about: string }>> = builtIn;

/** Larger ones are no suites. */
const MOST_BYTES = 2 ** 20;

/**
 * The runs that a name stands for: those of a suite, built in or in a file. Benchmarks and protocols are looked up at once, so
 * that a mistyped name does not wait for the others to be done.
 * @param data the folder that `--data` names; with several benchmarks, one folder in it for each
 * @example suiteOf('easi-8') // [{ benchmark: 'vsi', protocol: 'vsi/easi' }, …]
 */
export function suiteOf(name: string, data?: string): SuiteMember[] | undefined {
  const isFile = /\.(ya?ml|json)$/i.test(name);
  if (!isFile && !Object.hasOwn(suites, name)) return undefined;
  const { runs } = isFile ? readSuite(name) : Suite.parse(Object.entries(builtIn).find(([id]) => id === name)?.[1]);
  return runs.map(({ data: own, ...member }, index) => {
    const place = `${name} runs.${index}`;
    const { benchmark } = within(`${place}.benchmark`, () => findBenchmark(member.benchmark));
    if (member.protocol !== undefined) within(`${place}.protocol`, () => findProtocol(benchmark, member.protocol));
    if (own !== undefined) return { ...member, data: join(isFile ? dirname(name) : '.', own) };
    const below = data === undefined ? undefined : join(data, benchmark.dataId ?? benchmark.id);
    return below !== undefined && existsSync(below) ? { ...member, data: below } : member;
  });
}

/** Errors of what the file names say where it stands there. */
function within<T>(where: string, look: () => T): T {
  try {
    return look();
  } catch (cause) {
    if (!(cause instanceof SextantError)) throw cause;
    const { code, message, fix } = cause;
    throw new SextantError(code, message, { where, ...(fix !== undefined && { fix }), cause });
  }
}

function readSuite(path: string): z.infer<typeof Suite> {
  demandFile(path, 'bad_argument');
  let content: unknown;
  try {
    content = parse(readRegularText(path, { most: MOST_BYTES }), { maxAliasCount: 0 });
  } catch (cause) {
    throw new SextantError('bad_config', `this is not a suite: ${messageOf(cause)}`, { where: path, cause });
  }
  const parsed = Suite.safeParse(content);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new SextantError('bad_config', `this is not a suite: ${issue?.path.join('.') || 'it'}: ${issue?.message}`, {
    where: path,
    fix: 'a suite looks like {"runs": ["mmsi", {"benchmark": "vsi", "protocol": "vsi/easi"}]}',
  });
}
