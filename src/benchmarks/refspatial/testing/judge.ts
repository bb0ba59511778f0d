import { type Assets, isParsed, type Protocol, type UnitResult } from '../../../contracts/index.ts';
import { findExtractor } from '../../../extract/index.ts';
import { refspatialExpand } from '../index.ts';
import type { RefspatialSample } from '../sample.ts';

export function protocolOf(id: string): Protocol {
  const found = refspatialExpand.protocols.find((protocol) => protocol.id === `refspatial/${id}`);
  if (!found) throw new Error(`no protocol ${id}`);
  return found;
}

/** What the engine does with a reply. Null: there was none. */
export async function judge(
  sample: RefspatialSample,
  text: string | null,
  protocol: Protocol,
  assets: Assets,
): Promise<UnitResult> {
  const about = { id: sample.id, epoch: 0, cluster: sample.cluster, groups: sample.groups };
  if (text === null) return { ...about, outcome: 'provider_error', score: null, extraction: null };
  const extraction = findExtractor(protocol.extractor).extract(text, sample.size);
  const { value, ...rest } = (await refspatialExpand.scorers[protocol.scorer]?.score(sample, extraction, assets)) ?? {
    value: null,
  };
  return { ...about, outcome: isParsed(extraction) ? 'answered' : 'unparsed', score: value, extraction, ...rest };
}
