import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { readPieces } from '../../files/index.ts';

/** MD5 of the tables that VLMEvalKit and EASI download, as their code names them (open-compass/VLMEvalKit, e8e78f0). */
const published: Readonly<Record<string, string>> = {
  'VSI-Bench.tsv': '34544fd83241391d83eff087a1be7d83',
  'VSI-Bench-Debiased.tsv': '2a075fbc69a7725fe7f0718eafb7fca5',
  'BLINK.tsv': 'd5e8af148b10ac69f535ff7b23f3f989',
  '3DSRBench.tsv': '610516a0b4710595545b7613c60524e8',
  'ViewSpatialBench.tsv': 'c1c0c1522c5b8f5d72b3abad6af105cd',
  'MindCubeBench_tiny_raw_qa.tsv': '35f69fc30d7c2d2880417ce0769f5347',
  'MindCubeBench_raw_qa.tsv': '6a53cd353bc93d8e3a87098249c806ad',
  'EmbSpatialBench.tsv': 'a836cfd8fbe84bb42928ecef1e62ad32',
  'SiteBenchImage.tsv': '59a2ada248b743c1d7b2f89dd5afcdc3',
  'SiteBenchVideo.tsv': 'bb2ac531fa83cf8280b23c25d738922d',
  'RoboSpatialHome.tsv': 'e2d01075ce470bf8e06d3a16c8fa10bc',
};

/** Tables that have a published name and other content: another edition, or an edited copy. */
export async function otherEditions(tables: readonly string[]): Promise<string[]> {
  const warnings: string[] = [];
  for (const path of tables) {
    const name = basename(path);
    const expected = Object.hasOwn(published, name) ? published[name] : undefined;
    if (expected === undefined) continue;
    const found = await md5(path);
    if (found !== expected)
      warnings.push(`${name} is not the published one (MD5 ${found}, published ${expected}): numbers may differ`);
  }
  return warnings;
}

async function md5(path: string): Promise<string> {
  const hash = createHash('md5');
  for await (const piece of readPieces(path)) hash.update(piece);
  return hash.digest('hex');
}
