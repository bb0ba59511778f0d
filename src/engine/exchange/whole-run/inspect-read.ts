import { z } from 'zod';
import type { OutputFormat, Prediction } from '../../../contracts/index.ts';
import { badData, checked, openZipFile, parseJson } from '../../../tables/index.ts';

const Piece = z.looseObject({ type: z.string(), text: z.string().optional() });
const Message = z.looseObject({ content: z.union([z.string(), z.array(Piece)]) });
const InspectSample = z.looseObject({
  id: z.union([z.string(), z.number()]).transform(String),
  epoch: z.number().int().positive(),
  output: z
    .looseObject({
      choices: z.array(z.looseObject({ message: Message, stop_reason: z.string().optional() })).default([]),
      time: z.number().nonnegative().nullish(),
    })
    .optional(),
  error: z.looseObject({ message: z.string() }).nullish(),
  attachments: z.record(z.string(), z.string()).default({}),
});

const SAMPLE = /^samples\/.+\.json$/;
const ATTACHED = 'attachment://';

/** Answers in one of Inspect's `.eval` logs, by the ids of its samples. A sample that ended in an error has no answer. */
export const inspectAnswers: OutputFormat = {
  about: 'Inspect’s .eval log; its samples have the ids of the benchmark’s',
  read: readInspectLog,
};

async function* readInspectLog(path: string): AsyncGenerator<Prediction> {
  const zip = openZipFile(path);
  const names = zip.names.filter((name) => SAMPLE.test(name));
  if (names.length === 0)
    throw badData('no samples are in this archive', { file: path }, { fix: 'name an .eval log of Inspect' });
  for (const name of names) {
    const where = `${path}: ${name}`;
    const content = parseJson((zip.read(name) ?? '').toString(), where);
    const { id, epoch, output, error, attachments } = checked(content, InspectSample, where);
    const [choice] = output?.choices ?? [];
    const base = { id, epoch: epoch - 1, where, ...(typeof output?.time === 'number' && { ms: output.time * 1000 }) };
    if (error || !choice) {
      yield { ...base, text: null };
      continue;
    }
    const text = textOf(choice.message.content, attachments);
    const { stop_reason } = choice;
    yield {
      ...base,
      text,
      ...(stop_reason === 'content_filter' && { refused: true }),
      ...((stop_reason === 'max_tokens' || stop_reason === 'model_length') && { truncated: true }),
    };
  }
}

/** The words of a message; long ones stand apart, under their hash. */
function textOf(content: z.infer<typeof Message>['content'], attachments: Record<string, string>): string {
  const resolve = (text: string) =>
    text.startsWith(ATTACHED) ? (attachments[text.slice(ATTACHED.length)] ?? text) : text;
  if (typeof content === 'string') return resolve(content);
  return content.flatMap(({ type, text }) => (type === 'text' && text !== undefined ? [resolve(text)] : [])).join('\n');
}
