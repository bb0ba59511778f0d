import { join } from 'node:path';
import { isOpen, type Metric } from '../../../contracts/index.ts';
import { sha256, writeFileAtomic, writeJsonAtomic } from '../../../files/index.ts';
import { canonicalJson, sha256Hex } from '../../../util/index.ts';
import { type RunFormat, readAnswer, type WholeRun, type WholeUnit, wordsAsked } from './run-format.ts';

const SCHEMA = '0.3.0';

/**
 * Every Eval Ever: one record with all numbers of a run, and one line per unit. Units that ended in an error have no line: the form
 * demands a score of every line, and an error is none. The record says how many there are.
 */
export const everyEvalEver: RunFormat = {
  about: 'Every Eval Ever 0.3: one record per run and one line per unit',
  async write(run, dir) {
    const { scored, publisher, units } = run;
    const { spec, createdAt, versions } = scored.run;
    const modelId = publisher.model ?? spec.model.id;
    const uuid = uuidOf(`${scored.summary.digest ?? canonicalJson(spec)} ${modelId} ${createdAt}`);
    const seconds = String(Math.floor(Date.parse(createdAt) / 1000));
    const evaluationId = `${spec.benchmark}/${modelId}/${seconds}`;
    const folder = ['data', folderName(spec.benchmark), ...modelFolders(modelId)];
    const scoredUnits = units.filter(({ result }) => !isOpen(result) && result.score !== null);
    const lines = scoredUnits.map((unit) => `${JSON.stringify(lineOf(unit, run, { evaluationId, modelId }))}\n`);
    const text = lines.join('');
    const [record, samples] = [`${uuid}.json`, `${uuid}_samples.jsonl`];
    writeFileAtomic(join(dir, ...folder, samples), text);
    writeJsonAtomic(join(dir, ...folder, record), {
      schema_version: SCHEMA,
      evaluation_id: evaluationId,
      evaluation_timestamp: createdAt,
      retrieved_timestamp: seconds,
      source_metadata: {
        source_name: 'Sextant',
        source_type: 'evaluation_run',
        source_organization_name: publisher.organization ?? 'unknown',
        evaluator_relationship: publisher.relationship ?? 'other',
      },
      eval_library: { name: 'sextant', version: versions.sextant ?? 'unknown' },
      model_info: {
        name: modelId,
        id: modelId,
        additional_details: { deployment_type: 'unknown', model_availability: 'unknown' },
      },
      evaluation_results: resultsOf(run),
      detailed_evaluation_results: {
        format: 'jsonl',
        file_path: [...folder, samples].join('/'),
        hash_algorithm: 'sha256',
        checksum: sha256Hex(Buffer.from(text)),
        total_rows: lines.length,
        additional_details: { units_without_a_score: String(scored.summary.units - lines.length) },
      },
    });
    return [join(dir, ...folder, record), join(dir, ...folder, samples)];
  },
};

/** All numbers: of the whole run, then of each group. */
function resultsOf({ scored }: WholeRun): object[] {
  const { benchmark, summary, run } = scored;
  const [source] = benchmark.sources ?? [];
  const { decoding } = run.spec.protocol;
  const recipe = {
    protocol: summary.protocol.id,
    protocol_hash: summary.protocol.hash,
    extractor: run.spec.protocol.extractor,
    scorer: run.spec.protocol.scorer,
    ...(summary.digest === undefined ? {} : { run_digest: summary.digest }),
  };
  const args = {
    ...(decoding.temperature === undefined ? {} : { temperature: decoding.temperature }),
    ...(decoding.topP === undefined ? {} : { top_p: decoding.topP }),
    ...(decoding.maxTokens === undefined ? {} : { max_tokens: decoding.maxTokens }),
  };
  const entry = (metric: Metric, group: string) =>
    metric.value === null
      ? []
      : [
          {
            evaluation_result_id: `${benchmark.id}${group}/${metric.name}`,
            evaluation_name: `${benchmark.id}${group}`,
            source_data: {
              dataset_name: benchmark.title,
              ...(source ? { source_type: 'hf_dataset', hf_repo: source.repo } : { source_type: 'other' }),
              additional_details: { sha256: summary.data.sha256 },
            },
            metric_config: {
              metric_id: `${benchmark.id}.${metric.name}`,
              metric_name: metric.name,
              metric_unit: 'proportion',
              lower_is_better: false,
              score_type: 'continuous',
              // Numbers such as nSG fall below 0 for who chooses worse than chance.
              min_score: Math.min(0, metric.value, metric.low ?? 0) < 0 ? '-Infinity' : 0,
              max_score: 1,
              additional_details: recipe,
            },
            score_details: { score: metric.value, details: detailsOf(metric), uncertainty: uncertaintyOf(metric) },
            generation_config: { generation_args: args, additional_details: { prompt: 'see protocol_hash' } },
          },
        ];
  return [
    ...summary.metrics.flatMap((metric) => entry(metric, '')),
    ...summary.groups.flatMap(({ by, key, metrics }) => metrics.flatMap((metric) => entry(metric, `/${by}=${key}`))),
  ];
}

/** With errors the interval is the wider one, which holds whatever those units would have been. */
function uncertaintyOf({ n, method, low, high, lowest, highest }: Metric): object {
  const [lower, upper] = [lowest ?? low, highest ?? high];
  if (lower === null || upper === null) return { num_samples: n };
  return { confidence_interval: { lower, upper, confidence_level: 0.95, method }, num_samples: n };
}

function detailsOf({ errors = 0, worst, best, chance }: Metric): Record<string, string> {
  const known = { chance, ...(errors > 0 ? { errors, if_errors_were_wrong: worst, if_errors_were_right: best } : {}) };
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

function lineOf(unit: WholeUnit, { scored }: WholeRun, ids: { evaluationId: string; modelId: string }): object {
  const { sample, shown, truth, attempt, result } = unit;
  const { spec } = scored.run;
  const { reply } = attempt;
  const asked = wordsAsked(unit);
  const acts = spec.protocol.act === 'policy';
  const answer = readAnswer(result);
  const epoch = spec.epochs > 1 ? `#${result.epoch}` : '';
  return {
    schema_version: SCHEMA,
    evaluation_id: ids.evaluationId,
    model_id: ids.modelId,
    evaluation_name: spec.benchmark,
    sample_id: `${sample.id}${epoch}`,
    sample_hash: sha256(`${asked}\n${truth}`),
    interaction_type: acts ? 'agentic' : 'single_turn',
    input: {
      raw: shown.question,
      formatted: asked,
      reference: truth === '' ? [] : [truth],
      ...(shown.choices
        ? { choices: Object.entries(shown.choices).map(([letter, text]) => `${letter}. ${text}`) }
        : {}),
    },
    ...(acts
      ? { messages: [{ turn_idx: 0, role: 'user', content: asked }] }
      : { output: { raw: [reply?.text ?? ''], ...(reply?.reasoning ? { reasoning_trace: [reply.reasoning] } : {}) } }),
    answer_attribution:
      answer === undefined
        ? []
        : [
            {
              turn_idx: 0,
              source: acts ? 'environment' : 'output.raw',
              extracted_value: answer,
              extraction_method: spec.protocol.extractor,
              is_terminal: true,
            },
          ],
    evaluation: { score: result.score, is_correct: result.score === 1 },
    ...(reply?.usage ? { token_usage: usageOf(reply.usage) } : {}),
    performance: { latency_ms: attempt.ms },
    metadata: { outcome: result.outcome, cluster: sample.cluster, ...sample.groups },
  };
}

function usageOf(usage: { inputTokens: number; outputTokens: number; reasoningTokens?: number }): object {
  const { inputTokens, outputTokens, reasoningTokens } = usage;
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(reasoningTokens === undefined ? {} : { reasoning_tokens: reasoningTokens }),
  };
}

/** The same run is always the same record: in the form of a random UUID, which the schema asks for. */
function uuidOf(text: string): string {
  const hex = sha256(text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** `developer/model`, as their paths have it. */
function modelFolders(id: string): [string, string] {
  const [developer = '', ...rest] = id.split('/');
  return rest.length > 0 ? [folderName(developer), folderName(rest.join('-'))] : ['unknown', folderName(developer)];
}

/** Names come from run folders: only harmless characters become part of a path. */
function folderName(name: string): string {
  return name.replaceAll(/[^\w.-]+/g, '-').replace(/^\.+/, '_') || '_';
}
