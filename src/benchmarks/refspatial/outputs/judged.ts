import type { Answered, Assets, Extraction, Scorer, UnitResult } from '../../../contracts/index.ts';
import { findExtractor, throughSpreadsheet } from '../../../extract/index.ts';
import { inSheet as checkedInSheet } from '../../in-sheet.ts';
import type { RefspatialSample } from '../sample.ts';

type AnsweredUnit = Answered<RefspatialSample>;

/** A unit judged anew, by one tool's rules. */
export interface JudgedPoints {
  unit: AnsweredUnit;
  /** The prediction as that tool's scorer sees it. */
  said: string;
  extraction: Extraction;
  score: number;
  facts: NonNullable<UnitResult['facts']>;
}

/** Judges by a tool's own rules, whatever the run was scored by: the file must hold what that tool would write. */
export async function judgeAnew(
  unit: AnsweredUnit,
  by: { extractor: string; scorer: Scorer<RefspatialSample>; formulas: boolean },
  assets: Assets,
): Promise<JudgedPoints> {
  const said = inSheet(unit, (text) => throughSpreadsheet(text, by));
  const extraction = findExtractor(by.extractor).extract(said, unit.sample.size);
  const { value, facts } = await by.scorer.score(unit.sample, extraction, assets);
  return { unit, said, extraction, score: value ?? 0, facts: facts ?? {} };
}

export function inSheet({ text, sample }: AnsweredUnit, put: (text: string) => string): string {
  return checkedInSheet(text, { id: sample.id, instead: 'roborefer-jsonl', put });
}
