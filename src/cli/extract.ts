import { once } from 'node:events';
import type { Command } from 'commander';
import { z } from 'zod';
import { SextantError } from '../contracts/index.ts';
import { splitLines } from '../data/index.ts';
import { findExtractor } from '../extract/index.ts';
import { verb } from './verb.ts';

const Input = z.object({
  text: z.string(),
  width: z.number().exactOptional(),
  height: z.number().exactOptional(),
  choices: z.record(z.string(), z.string()).exactOptional(),
});

export function extractVerb(): Command {
  return verb('extract', 'Reads answers out of texts: NDJSON on stdin, NDJSON on stdout, line by line.', [
    `echo '{"text":"The answer is B."}' | sextant extract --extractor choice/letter`,
    `echo '{"text":"(0.5, 0.25)","width":640,"height":480}' | sextant extract --extractor point/tuple`,
  ])
    .requiredOption('--extractor <id>', 'which one; `sextant list extractors` tells')
    .action(async ({ extractor: id }: { extractor: string }) => {
      const extractor = findExtractor(id);
      for await (const { text: line, number } of splitLines(process.stdin)) {
        if (line.trim() === '') continue;
        const { text, ...context } = parse(line, number);
        const written = process.stdout.write(`${JSON.stringify(extractor.extract(text, context))}\n`);
        if (!written) await once(process.stdout, 'drain');
      }
    });
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
