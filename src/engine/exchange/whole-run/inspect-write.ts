import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { isOpen, type MediaRef, type StoredPrompt, type Usage } from '../../../contracts/index.ts';
import { sha256, writePartsAtomic } from '../../../files/index.ts';
import { ZipWriter } from '../../../tables/index.ts';
import { canonicalJson } from '../../../util/index.ts';
import { type RunFormat, readAnswer, type WholeRun, type WholeUnit, wordsAsked } from './run-format.ts';

/** The version of the log's layout that Inspect writes and reads today. */
const LAYOUT = 2;

/** Inspect's `.eval` log: a ZIP with a header, a summary of every sample, and every sample whole. */
export const inspectLog: RunFormat = {
  about: 'Inspect’s .eval log, which its viewer opens',
  async write(run, dir) {
    const { scored, units } = run;
    const { createdAt, spec } = scored.run;
    const zip = new ZipWriter({ method: 93, pack: zstdCompressSync });
    const put = (name: string, value: unknown) => zip.add(name, Buffer.from(JSON.stringify(value)));
    const header = headerOf(run);
    put('_journal/start.json', { version: LAYOUT, eval: header.eval, plan: header.plan });
    const summaries: object[] = [];
    for (const unit of units) {
      const sample = await sampleOf(unit, run);
      put(`samples/${unit.sample.id}_epoch_${unit.result.epoch + 1}.json`, sample);
      const { id, epoch, target, scores, total_time, completed_at } = sample;
      const failed = sample.error ? { error: sample.error.message } : {};
      summaries.push({
        id,
        epoch,
        input: wordsAsked(unit),
        target,
        scores,
        total_time,
        completed_at,
        completed: true,
        ...failed,
      });
    }
    put('_journal/summaries/1.json', summaries);
    put('summaries.json', summaries);
    put('header.json', header);
    const id = header.eval.task_id;
    const name = `${createdAt.slice(0, 19).replaceAll(':', '-')}+00-00_${fileName(spec.benchmark)}_${id}.eval`;
    writePartsAtomic(join(dir, name), zip.parts());
    return [join(dir, name)];
  },
};

function headerOf({ scored, publisher, units }: WholeRun) {
  const { benchmark, summary, run } = scored;
  const { spec, createdAt, versions } = run;
  const { protocol } = spec;
  const id = sha256(`${summary.digest ?? canonicalJson(spec)} ${createdAt}`).slice(0, 22);
  const open = units.filter(({ result }) => isOpen(result)).length;
  const { temperature, topP, maxTokens, seed } = protocol.decoding;
  const decoding = { temperature, top_p: topP, max_tokens: maxTokens, seed };
  return {
    version: LAYOUT,
    status: summary.missing > 0 ? 'cancelled' : 'success',
    eval: {
      eval_id: id,
      run_id: id,
      task_id: id,
      created: createdAt,
      task: benchmark.id,
      task_version: 0,
      task_args: spec.args,
      dataset: { name: benchmark.title, location: spec.data.source, samples: run.units / spec.epochs, shuffled: false },
      model: publisher.model ?? spec.model.id,
      model_generate_config: decoding,
      config: { epochs: spec.epochs },
      packages: { sextant: versions.sextant ?? 'unknown' },
      metadata: {
        protocol: protocol.id,
        protocol_hash: spec.protocolHash,
        extractor: protocol.extractor,
        data_sha256: spec.data.sha256,
        digest: summary.digest,
      },
    },
    plan: { name: 'plan', steps: [], config: decoding },
    results: {
      total_samples: run.units,
      completed_samples: units.length - open,
      scores: [
        {
          name: protocol.scorer,
          scorer: protocol.scorer,
          scored_samples: units.length - open,
          unscored_samples: run.units - units.length + open,
          params: {},
          metrics: Object.fromEntries(
            summary.metrics.flatMap(({ name, value, ...metadata }) =>
              value === null ? [] : [[name, { name, value, params: {}, metadata }]],
            ),
          ),
        },
      ],
    },
    stats: { started_at: createdAt, completed_at: units.at(-1)?.attempt.at ?? createdAt, model_usage: {} },
  };
}

async function sampleOf(unit: WholeUnit, { scored, publisher, media }: WholeRun) {
  const { sample, shown, truth, prompt, attempt, result } = unit;
  const { spec } = scored.run;
  const model = publisher.model ?? spec.model.id;
  const { reply, error } = attempt;
  const asked = await messagesOf(prompt, wordsAsked(unit), media);
  const content = reply?.reasoning
    ? [
        { type: 'reasoning', reasoning: reply.reasoning },
        { type: 'text', text: reply.text },
      ]
    : (reply?.text ?? '');
  const said = { role: 'assistant', content, source: 'generate', model };
  const usage = reply?.usage && usageOf(reply.usage);
  return {
    id: sample.id,
    epoch: result.epoch + 1,
    input: asked,
    ...(shown.choices ? { choices: Object.values(shown.choices) } : {}),
    target: truth,
    messages: reply ? [...asked, said] : asked,
    output: reply
      ? {
          model,
          choices: [{ message: said, stop_reason: STOPS[reply.finish] }],
          completion: reply.text,
          ...(usage ? { usage } : {}),
          time: attempt.ms / 1000,
        }
      : { model, choices: [], completion: '' },
    scores: isOpen(result) || result.score === null ? null : { [spec.protocol.scorer]: scoreOf(unit) },
    metadata: { ...sample.groups, cluster: sample.cluster, outcome: result.outcome },
    model_usage: usage ? { [model]: usage } : {},
    completed_at: attempt.at,
    total_time: attempt.ms / 1000,
    // The log's own reader does without these; the page that shows it does not.
    events: [],
    store: {},
    attachments: {},
    ...(error ? { error: { message: error.message, traceback: '', traceback_ansi: '' } } : {}),
  };
}

const STOPS = { stop: 'stop', length: 'max_tokens', refused: 'content_filter', other: 'unknown' } as const;

function scoreOf({ result }: WholeUnit): object {
  const answer = readAnswer(result);
  return {
    value: result.score,
    ...(answer === undefined ? {} : { answer }),
    ...(result.note === undefined ? {} : { explanation: result.note }),
    metadata: { outcome: result.outcome, ...result.facts },
  };
}

function usageOf({ inputTokens, outputTokens, reasoningTokens }: Usage): object {
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(reasoningTokens === undefined ? {} : { reasoning_tokens: reasoningTokens }),
  };
}

/** What was shown, with its pictures where they can be had, and by their hashes where not. */
async function messagesOf(
  prompt: StoredPrompt | undefined,
  words: string,
  media: WholeRun['media'],
): Promise<object[]> {
  if (!prompt) return [{ role: 'user', content: words }];
  const content: object[] = [];
  for (const part of prompt.parts)
    content.push('text' in part ? { type: 'text', text: part.text } : await mediumOf(part.media, media));
  const system = prompt.system === undefined ? [] : [{ role: 'system', content: prompt.system }];
  return [...system, { role: 'user', content }];
}

async function mediumOf(ref: MediaRef, media: WholeRun['media']): Promise<object> {
  const bytes = await media(ref);
  if (!bytes) return { type: 'text', text: `[${ref.type}, sha256 ${ref.sha256}: not in the run folder]` };
  const data = `data:${ref.type};base64,${Buffer.from(bytes).toString('base64')}`;
  const [kind, format] = ref.type.split('/');
  return kind === 'video' ? { type: 'video', video: data, format } : { type: 'image', image: data };
}

function fileName(name: string): string {
  return name.replaceAll(/[^\w.-]+/g, '-');
}
