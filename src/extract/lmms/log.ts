import { type Json, SextantError, type Usage } from '../../contracts/index.ts';
import { sha256Hex } from '../../util/index.ts';

/** Clocks of lmms-eval's file names are in Singapore, where there is no summer time. */
const HOURS_EAST = 8;

/**
 * The time as lmms-eval puts it before the names of its files.
 * @example lmmsTime('2026-11-17T18:30:05.123Z') // '20261118_023005'
 */
export function lmmsTime(iso: string): string {
  const there = new Date(Date.parse(iso) + HOURS_EAST * 3_600_000);
  if (Number.isNaN(there.getTime()))
    throw new SextantError('damaged_run', `"${iso}" is not a time`, { fix: 'correct createdAt in run.json' });
  return there.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '_');
}

/**
 * A model's name as lmms-eval's name of its folder: the last two parts of it. Never one that leads elsewhere.
 * @example lmmsFolder('vllm/Qwen/Qwen3-VL-8B') // 'Qwen__Qwen3-VL-8B'
 */
export function lmmsFolder(model: string): string {
  const name = model
    .split('/')
    .slice(-2)
    .join('/')
    .replaceAll(/["<>:/|\\?*[\]]+/g, '__')
    .replaceAll(/\p{Cc}/gu, '_');
  return /^\.*$/.test(name) ? '_' : name;
}

/**
 * The `doc_hash` of every question. lmms-eval hashes the JSON of a document that its requests no longer carry
 * (api/task.py, "# doc=doc"): of `null`, whatever the question.
 */
export const lmmsDocHash = sha256Hex(new TextEncoder().encode('null'));

/** `token_counts` of one request; null where the server did not tell. */
export function lmmsTokenCounts(usage: Usage | undefined): Json {
  if (!usage) return [null];
  const { inputTokens, outputTokens, reasoningTokens } = usage;
  return [
    {
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      ...(reasoningTokens !== undefined && { reasoning_tokens: reasoningTokens }),
    },
  ];
}

/** What results.json holds beside the numbers, of what can be known without having run lmms-eval. */
export function lmmsResults(opts: {
  model: string;
  createdAt: string;
  tasks: Record<string, number>;
}): Record<string, Json> {
  const hashOf = (documents: number) =>
    sha256Hex(
      new TextEncoder().encode(Array.from({ length: documents }, (_, n) => `sample_${n}${lmmsDocHash}`).join('')),
    );
  const tasks = Object.entries(opts.tasks);
  return {
    'n-samples': Object.fromEntries(tasks.map(([task, n]) => [task, { original: n, effective: n }])),
    date: lmmsTime(opts.createdAt),
    task_hashes: Object.fromEntries(tasks.map(([task, n]) => [task, hashOf(n)])),
    model_name: opts.model,
    model_name_sanitized: lmmsFolder(opts.model),
  };
}

/** How much of the error lmms-eval keeps. */
const LONGEST = 200;

/**
 * What lmms-eval's clients record in place of an answer when a request failed. Older ones record an empty text, which cannot be
 * told from an empty answer.
 */
export function lmmsFailure({ message, attempts }: { message: string; attempts: number }): string {
  const preview = [...message.replaceAll('\n', ' ')].slice(0, LONGEST).join('');
  return `[LMMS_EVAL_REQUEST_FAILED after ${attempts} retries] ${preview}`;
}

/** Whether a recorded text is no answer: the request failed, or was not made because the budget was spent. */
export function isLmmsFailure(text: string): boolean {
  return /^\[LMMS_EVAL_(?:REQUEST_FAILED|BUDGET_EXCEEDED)/.test(text);
}
