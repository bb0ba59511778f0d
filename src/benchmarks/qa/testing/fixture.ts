import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Benchmark, MediaRef, UnitResult } from '../../../contracts/index.ts';
import { composePrompt } from '../../../engine/run/prompt.ts';
import { findExtractor } from '../../../extract/index.ts';
import { assetsFrom, encodePng } from '../../../media/index.ts';
import { type CsvCell, csvText } from '../../../tables/index.ts';
import type { QaSample } from '../sample.ts';

/** A small picture; every number gives another. */
export function picture(number: number): Uint8Array {
  return encodePng({ width: 3, height: 2, pixels: Uint8Array.of(number, 0, 0, 0, 0, 0) });
}

export function base64(number: number): string {
  return Buffer.from(picture(number)).toString('base64');
}

/** A folder with these files. */
export function folder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const dir = mkdtempSync(join(tmpdir(), 'sextant-qa-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  }
  return dir;
}

export function tsv(rows: readonly Record<string, CsvCell>[]): string {
  const columns = [...new Set(rows.flatMap(Object.keys))];
  return csvText(
    columns,
    rows.map((row) => columns.map((column) => row[column])),
    { delimiter: '\t' },
  );
}

/** Every question of a folder. */
export async function samplesIn(benchmark: Benchmark<QaSample>, dir: string, args: Record<string, string> = {}) {
  const dataset = await benchmark.load({ dir, args: { ...benchmark.args, ...args } });
  const samples = await Promise.all(dataset.ids.map((_, index) => dataset.sample(index)));
  for (const { media } of samples)
    for (const ref of media) if ((await dataset.bytes(ref)).length !== ref.bytes) throw new Error('other bytes');
  return { dataset, samples };
}

function protocolOf(benchmark: Benchmark<QaSample>, id: string) {
  const found = benchmark.protocols.find((protocol) => protocol.id === id);
  if (!found) throw new Error(`no protocol ${id}`);
  return found;
}

/** The prompt as it is sent; media as `<n>`, by their place among the sample's own. */
export function promptOf(benchmark: Benchmark<QaSample>, id: string, sample: QaSample): string[] {
  const place = ({ sha256 }: MediaRef) => `<${sample.media.findIndex((ref) => ref.sha256 === sha256)}>`;
  return composePrompt(protocolOf(benchmark, id), sample, benchmark.fields(sample)).map((part) =>
    'text' in part ? part.text : place(part.media),
  );
}

/** A reply, read and scored under a protocol. */
export async function judge(
  benchmark: Benchmark<QaSample>,
  id: string,
  sample: QaSample,
  text: string,
): Promise<UnitResult> {
  const protocol = protocolOf(benchmark, id);
  const { choices } = benchmark.space(sample);
  const extraction = findExtractor(protocol.extractor).extract(text, choices ? { choices } : {});
  const assets = assetsFrom(async () => new Uint8Array());
  const scored = await benchmark.scorers[protocol.scorer]?.score(sample, extraction, assets);
  const isRead = 'answer' in extraction && extraction.answer !== null;
  const { cluster, groups } = sample;
  const outcome = isRead ? 'answered' : 'unparsed';
  return { id: sample.id, epoch: 0, cluster, groups, outcome, score: scored?.value ?? null, extraction };
}

/** That the oracle, speaking through each protocol's own extractor, has everything right. */
export async function oracleScores(benchmark: Benchmark<QaSample>, samples: readonly QaSample[]) {
  const scores: Record<string, (number | null)[]> = {};
  for (const { id, extractor } of benchmark.protocols)
    for (const sample of samples) {
      const { choices } = benchmark.space(sample);
      const text = findExtractor(extractor).write({ answer: sample.answer }, choices ? { choices } : {});
      scores[id] = [...(scores[id] ?? []), (await judge(benchmark, id, sample, text)).score];
    }
  return scores;
}

/** The headline of a protocol's aggregate. */
export function headline(benchmark: Benchmark<QaSample>, id: string, results: readonly UnitResult[]) {
  return benchmark.aggregates[protocolOf(benchmark, id).aggregate]?.(results) ?? [];
}
