import { statfs } from 'node:fs/promises';
import type { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { listModels, openModel } from '../contestants/index.ts';
import { messageOf, SextantError } from '../contracts/index.ts';
import { checkImageCodec, checkVideoCodec } from '../media/index.ts';
import { byteSize } from '../util/index.ts';
import { abouts } from './abouts.ts';
import { printJson, say } from './output.ts';
import { printTables } from './show.ts';
import { type ModuleFlags, placeOf } from './use.ts';
import { verb } from './verb.ts';

interface Check {
  name: string;
  ok: boolean;
  detail: string;
}

/** Room that a run with pictures may need. */
const ENOUGH_DISK = 1e9;

export function doctorVerb(): Command {
  return verb('doctor', abouts.doctor.about, [
    'sextant doctor',
    'sextant doctor --model vllm/Qwen/Qwen3-VL-8B-Instruct',
  ])
    .option('--model <provider/name>', 'also reach this model’s endpoint')
    .action(async ({ model, json, ...flags }: { model?: string; json?: true } & ModuleFlags) => {
      const place = placeOf(flags);
      const checks = [
        await check('Node', async () => checkNode()),
        await check('WebAssembly', checkWasm),
        await check('pictures', checkImageCodec),
        await check('video', checkVideoCodec),
        await check('disk', checkDisk),
        ...(await listModels(place))
          .filter(({ keyEnv }) => keyEnv.length > 0)
          .map(({ id, keyEnv, hasKey }) => ({
            name: `key for ${id}`,
            // A key that is not there is a fact, not a fault: most people use one provider.
            ok: true,
            detail: `${keyEnv.join(' or ')}: ${hasKey ? 'present' : 'not set'}`,
          })),
        ...(model === undefined ? [] : [await check(`endpoint of ${model}`, () => ping(model, place))]),
      ];
      const healthy = checks.every(({ ok }) => ok);
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
            rows: checks.map(({ name, ok, detail }) => [ok ? '✓' : '✗', name, detail]),
            notes: [],
          },
        ]);
      }
      if (!healthy) process.exitCode = 1;
    });
}

async function check(name: string, look: () => Promise<string>): Promise<Check> {
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

async function ping(id: string, place: ReturnType<typeof placeOf>): Promise<string> {
  const model = await openModel(id, {
    ...place,
    seed: 0,
    timeoutMs: 10_000,
    onWarning: warn,
  });
  try {
    return model.ping ? await model.ping(AbortSignal.timeout(10_000)) : 'answers in this process, nothing to reach';
  } finally {
    await model.close?.();
  }
}
