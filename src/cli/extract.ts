import { once } from 'node:events';
import type { Command } from 'commander';
import { z } from 'zod';
import { type ExtractContext, type Extractor, SextantError } from '../contracts/index.ts';
import { findExtractor, pythonReprFloat as reprFloat } from '../extract/index.ts';
import { splitLines } from '../files/index.ts';
import { abouts } from './abouts.ts';
import { verb } from './verb.ts';

const Input = z.object({
  text: z.string(),
  width: z.number().positive().exactOptional(),
  height: z.number().positive().exactOptional(),
  /** Options that are numbers are read as Python would print them: tables hold `4`, not `"4"`. */
  choices: z.record(z.string(), z.preprocess(numberText, z.string())).exactOptional(),
});

function numberText(value: unknown): unknown {
  if (typeof value !== 'number') return value;
  return Number.isSafeInteger(value) ? String(value) : reprFloat(value);
}

export function extractVerb(): Command {
  return verb('extract', abouts.extract.about, [
    `echo '{"text":"The answer is B."}' | sextant extract --extractor choice/letter`,
    `echo '{"text":"(0.5, 0.25)","width":640,"height":480}' | sextant extract --extractor point/tuple`,
  ])
    .requiredOption('--extractor <id>', 'which one; see `sextant list extractors`')
    .action(async ({ extractor: id }: { extractor: string }) => {
      const extractor = findExtractor(id);
      for await (const { text: line, number } of splitLines(process.stdin)) {
        if (line.trim() === '') continue;
        const { text, ...context } = parse(line, number);
        demandSize(extractor, text, { context, where: `stdin:${number}` });
        const written = process.stdout.write(`${JSON.stringify(extractor.extract(text, context), finite)}\n`);
        if (!written) await once(process.stdout, 'drain');
      }
    });
}

/** Any size will do to see whether a reading depends on it. */
const ANY_SIZE = { width: 1000, height: 1000 };

/** Without the picture's size a point in fractions cannot be read: "no point" would be a wrong reading. */
function demandSize(
  { id, extract }: Extractor,
  text: string,
  { context, where }: { context: ExtractContext; where: string },
): void {
  if (context.width !== undefined && context.height !== undefined) return;
  const read = (given: ExtractContext) => {
    try {
      return JSON.stringify(extract(text, given), finite);
    } catch (error) {
      if (error instanceof SextantError) return undefined;
      throw error;
    }
  };
  if (read(context) === read({ ...context, ...ANY_SIZE })) return;
  throw new SextantError('bad_data', `${id} cannot read this without the size of the picture`, {
    where,
    fix: 'add "width" and "height" in pixels to the line',
  });
}

/** JSON has no infinity, and null would mean that nothing was found: `1e999` is printed as Python prints it, `"inf"`. */
function finite(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? reprFloat(value) : value;
}

function parse(line: string, number: number): z.infer<typeof Input> {
  const fix = 'each line must look like {"text": "…", "width"?: 640, "height"?: 480, "choices"?: {"A": "…"}}';
  let value: unknown;
  try {
    value = JSON.parse(line.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new SextantError('bad_data', 'this line is not JSON', { where: `stdin:${number}`, fix, cause });
  }
  const parsed = Input.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new SextantError('bad_data', `field ${issue?.path.join('.') || '(line)'}: ${issue?.message}`, {
    where: `stdin:${number}`,
    fix,
  });
}
