import type { Answered, Assets, Extraction, Scorer, UnitResult } from '../../../contracts/index.ts';
import { isNa } from '../../../data/index.ts';
import { findExtractor } from '../../../extract/index.ts';
import type { RefspatialSample } from '../sample.ts';

type Unit = Answered<RefspatialSample>;

/** A unit judged anew, by one tool's rules. */
export interface Judged {
  unit: Unit;
  /** The prediction as that tool's scorer sees it. */
  said: string;
  extraction: Extraction;
  score: number;
  facts: NonNullable<UnitResult['facts']>;
}

/** Judges by a tool's own rules, whatever the run was scored by: the file must hold what that tool would write. */
export async function judgeAnew(
  unit: Unit,
  by: { extractor: string; scorer: Scorer<RefspatialSample> },
  assets: Assets,
): Promise<Judged> {
  // Predictions come to it through a spreadsheet, in which pandas takes some texts for missing.
  const said = isNa(unit.text) ? 'nan' : unit.text;
  const extraction = findExtractor(by.extractor).extract(said, unit.sample.size);
  const { value, facts } = await by.scorer.score(unit.sample, extraction, assets);
  return { unit, said, extraction, score: value ?? 0, facts: facts ?? {} };
}
