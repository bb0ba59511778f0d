import {
  type Benchmark,
  costOf,
  type Dataset,
  type MediaRef,
  type Price,
  type RunSpec,
  type ShardChoice,
  type Usage,
} from '../../contracts/index.ts';
import { Blobs, isRunFolder, readRunFile } from '../../store/index.ts';
import { at } from '../../util/index.ts';
import { readHistory } from '../run/history.ts';
import { planUnits, unitKey } from '../run/plan.ts';
import { composePrompt } from '../run/prompt.ts';
import { chosenSamples } from '../run/shard.ts';

/** What a run would take, before anything is sent. */
export interface Estimate {
  folder: string;
  units: number;
  /** Units that the folder has an answer to already. */
  answered: number;
  /** Requests that are left, if none has to be sent twice; none where a policy acts. */
  requests: number;
  /** Of all requests that are left; absent where a policy acts. The output is at most what the protocol allows. */
  tokens?: { input: number; output: number | null; measured: boolean };
  /** US dollars; null when the price is unknown, or how much may be answered. */
  cost: number | null;
  /** Seconds, if a reply takes `secondsPerReply` and `concurrency` are under way at once. */
  seconds?: number;
  secondsPerReply: number;
  concurrency: number;
}

/** So many questions are composed to know what one is like. */
const LOOKED_AT = 16;
/** Rules of thumb; servers count differently. */
const BYTES_PER_TOKEN = 4;
const PIXELS_PER_TOKEN = 750;
const TOKENS_PER_CLIP = 8_000;
const UNKNOWN_PICTURE = { width: 1024, height: 768 };
/** A guess, told as one. */
const SECONDS_PER_REPLY = 5;

export interface EstimateOptions {
  folder: string;
  spec: RunSpec;
  shard?: ShardChoice;
  benchmark: Benchmark;
  dataset: Dataset;
  price: Price | null;
  concurrency: number;
}

/** Writes nothing and asks nobody. */
export async function estimateRun(opts: EstimateOptions): Promise<Estimate> {
  const { folder, spec, dataset, price, concurrency } = opts;
  const { chosen } = await chosenSamples(dataset, opts);
  const units = chosen.length * spec.epochs;
  const before = await answeredBefore(opts, chosen);
  const left = units - before.answered;
  const known = { folder, units, answered: before.answered, concurrency, secondsPerReply: SECONDS_PER_REPLY };
  if (spec.protocol.act === 'policy') return { ...known, requests: 0, cost: 0 };
  const { maxTokens } = spec.protocol.decoding;
  // What was used so far is better than any guess.
  const each = before.usage ?? { inputTokens: await inputTokens(opts, chosen), outputTokens: maxTokens ?? null };
  const output = each.outputTokens === null ? null : left * each.outputTokens;
  const tokens = { input: Math.round(left * each.inputTokens), output: output && Math.round(output) };
  const used = tokens.output === null ? null : { inputTokens: tokens.input, outputTokens: tokens.output };
  return {
    ...known,
    requests: left,
    tokens: { ...tokens, measured: before.usage !== undefined },
    cost: used && price ? costOf(used, price) : price?.input === 0 && price.output === 0 ? 0 : null,
    seconds: (left * SECONDS_PER_REPLY) / concurrency,
  };
}

/** What the folder has already, and what an answer took there. */
async function answeredBefore(
  { folder, dataset, spec, price }: EstimateOptions,
  chosen: readonly number[],
): Promise<{ answered: number; usage?: Usage }> {
  if (!isRunFolder(folder) || readRunFile(folder).spec.protocolHash !== spec.protocolHash) return { answered: 0 };
  const blobs = new Blobs(folder);
  const history = await readHistory({ folder, price, find: (name) => blobs.find(name), visit: () => {} });
  let answered = 0;
  for (const unit of planUnits(dataset, chosen, spec.epochs)) if (history.answered.has(unitKey(unit))) answered += 1;
  const { inputTokens, outputTokens } = history.usage;
  if (answered === 0 || inputTokens + outputTokens === 0) return { answered };
  return { answered, usage: { inputTokens: inputTokens / answered, outputTokens: outputTokens / answered } };
}

/** Of one request on average, from a few questions spread over all. */
async function inputTokens({ dataset, benchmark, spec }: EstimateOptions, chosen: readonly number[]): Promise<number> {
  const looked = Math.min(LOOKED_AT, chosen.length);
  if (looked === 0) return 0;
  let sum = 0;
  for (let n = 0; n < looked; n += 1) {
    const sample = await dataset.sample(at(chosen, Math.floor((n * chosen.length) / looked)));
    sum += Buffer.byteLength(spec.protocol.system ?? '') / BYTES_PER_TOKEN;
    for (const part of composePrompt(spec.protocol, sample, benchmark.fields(sample)))
      sum += 'text' in part ? Buffer.byteLength(part.text) / BYTES_PER_TOKEN : mediaTokens(part.media);
  }
  return sum / looked;
}

function mediaTokens({ type, width, height }: MediaRef): number {
  if (type.startsWith('video/')) return TOKENS_PER_CLIP;
  const size = width !== undefined && height !== undefined ? { width, height } : UNKNOWN_PICTURE;
  return (size.width * size.height) / PIXELS_PER_TOKEN;
}
