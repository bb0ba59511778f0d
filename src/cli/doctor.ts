import { statfs } from 'node:fs/promises';
import type { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { listModels, openModel } from '../contestants/index.ts';
import { type Model, messageOf, SextantError } from '../contracts/index.ts';
import { checkImageCodec, checkVideoCodec } from '../media/index.ts';
import { byteSize } from '../util/index.ts';
import { abouts } from './abouts.ts';
import { printJson, say } from './output.ts';
import { printTables } from './show.ts';
import { gather, type ModuleFlags, placeOf } from './use.ts';
import { verb } from './verb.ts';

interface Flags extends ModuleFlags {
  model?: string;
  endpoint?: string[];
  json?: true;
}

interface DoctorCheck {
  name: string;
  /** Null: a fact, neither good nor bad. */
  ok: boolean | null;
  detail: string;
}

/** Room that a run with pictures may need. */
const ENOUGH_DISK = 1e9;

export function doctorVerb(): Command {
  return verb('doctor', abouts.doctor.about, [
    'sextant doctor',
    'sextant doctor --model vllm/Qwen/Qwen3-VL-8B-Instruct',
    'sextant doctor --model vllm/my-model --endpoint http://gpu1:8000/v1 --endpoint http://gpu2:8000/v1',
  ])
    .option('--model <provider/name>', 'also reach this model’s endpoint')
    .option('--endpoint <url>', 'where it is served; again for replicas, which should serve the same', gather)
    .action(async ({ model, endpoint, json, ...flags }: Flags) => {
      if (endpoint !== undefined && model === undefined)
        throw new SextantError('bad_argument', 'which model is served there?', {
          where: '--endpoint',
          fix: 'name it, for example --model vllm/my-model',
        });
      const place = placeOf(flags);
      const checks = [
        await check('Node', async () => checkNode()),
        await check('WebAssembly', checkWasm),
        await check('pictures', checkImageCodec),
        await check('video', checkVideoCodec),
        await check('disk', checkDisk),
        ...(await listModels(place))
          .filter(({ keyEnv }) => keyEnv.length > 0)
          .map(({ id, keyEnv, hasKey, missingKey }) => ({
            name: `key for ${id}`,
            // A key that is not there is a fact, not a fault: most people use one provider.
            ok: hasKey ? true : null,
            detail: `${keyEnv.join(' or ')}: ${hasKey ? 'set' : missingKey ? 'not set' : 'not set, and not needed'}`,
          })),
        ...(model === undefined ? [] : await checkEndpoints(model, endpoint, place)),
      ];
      const healthy = checks.every(({ ok }) => ok !== false);
      if (json) printJson({ healthy, checks });
      else {
        printTables([
          {
            title: healthy ? 'All is well' : 'Something is wrong',
            columns: [
              { name: '', align: 'left' },
              { name: 'check', align: 'left' },
              { name: 'finding', align: 'left' },
            ],
            rows: checks.map(({ name, ok, detail }) => [ok === null ? '–' : ok ? '✓' : '✗', name, detail]),
            notes: [],
          },
        ]);
      }
      if (!healthy) process.exitCode = 1;
    });
}

async function check(name: string, look: () => Promise<string>): Promise<DoctorCheck> {
  try {
    return { name, ok: true, detail: await look() };
  } catch (error) {
    const fix = error instanceof SextantError && error.fix ? ` (${error.fix})` : '';
    return { name, ok: false, detail: `${messageOf(error)}${fix}` };
  }
}

function checkNode(): string {
  const least = packageJson.engines.node.replace('>=', '');
  const isOld = process.versions.node.localeCompare(least, 'en', { numeric: true }) < 0;
  if (isOld) throw new Error(`${process.version}, but ${least} is needed`);
  return `${process.version} at ${process.execPath}`;
}

/** A module that adds two numbers: compiled and called, not just detected. */
async function checkWasm(): Promise<string> {
  const add = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 3, 2, 1, 0, 7, 5, 1, 1, 97, 0, 0, 10, 9, 1, 7, 0, 32,
    0, 32, 1, 106, 11,
  ];
  const { instance } = await WebAssembly.instantiate(new Uint8Array(add));
  const { a } = instance.exports;
  if (typeof a !== 'function' || a(2, 3) !== 5) throw new Error('a WebAssembly module does not compute 2 + 3');
  return 'a module compiles and runs';
}

async function checkDisk(): Promise<string> {
  const { bavail, bsize } = await statfs('.');
  const free = bavail * bsize;
  const text = `${byteSize(free)} free here`;
  if (free < ENOUGH_DISK) throw new Error(`${text}; a run with pictures may need more`);
  return text;
}

function warn(text: string): void {
  say(`warning: ${text}`);
}

async function checkEndpoints(
  id: string,
  endpoints: string[] | undefined,
  place: ReturnType<typeof placeOf>,
): Promise<DoctorCheck[]> {
  let model: Model | undefined;
  const opened = await check(`endpoint of ${id}`, async () => {
    const named = endpoints === undefined ? {} : { endpoints };
    model = await openModel(id, { ...place, ...named, seed: 0, timeoutMs: 10_000, onWarning: warn });
    return 'answers in this process, nothing to reach';
  });
  if (!model) return [opened];
  try {
    const replicas = model.replicas ?? [model];
    const checks: DoctorCheck[] = [];
    for (const { ping, settings } of replicas) {
      const at = replicas.length > 1 ? ` at ${settings.baseUrl}` : '';
      checks.push(ping ? await check(`endpoint of ${id}${at}`, () => ping(AbortSignal.timeout(10_000))) : opened);
    }
    if (replicas.length > 1) checks.push(await check('endpoints are replicas', () => compareClaims(replicas)));
    return checks;
  } finally {
    await model.close?.();
  }
}

/** Servers that say different things of themselves are no replicas of one model. */
async function compareClaims(replicas: readonly Model[]): Promise<string> {
  const told = await Promise.all(
    replicas.map(async ({ claims, settings }) => ({
      at: String(settings.baseUrl),
      // One that cannot be reached has a line of its own.
      claims: await claims?.(AbortSignal.timeout(10_000)).catch(() => undefined),
    })),
  );
  const known = told.flatMap(({ at, claims }) => (claims ? [{ at, claims }] : []));
  const names = [...new Set(known.flatMap(({ claims }) => Object.keys(claims)))];
  const differences = names.flatMap((name) => {
    const values = known.map(({ at, claims }) => ({ at, value: claims[name] ?? 'not told' }));
    if (new Set(values.map(({ value }) => value)).size < 2) return [];
    return [`${name}: ${values.map(({ at, value }) => `${value} at ${at}`).join(', ')}`];
  });
  if (differences.length > 0) throw new Error(`they differ in ${differences.join('; ')}`);
  return `${known.length} of ${told.length} tell the same: ${names.join(', ') || 'nothing'}`;
}
