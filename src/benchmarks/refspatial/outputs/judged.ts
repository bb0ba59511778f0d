import {
  type Answered,
  type Assets,
  type Extraction,
  messageOf,
  type Scorer,
  SextantError,
  type UnitResult,
} from '../../../contracts/index.ts';
import { findExtractor, throughSpreadsheet } from '../../../extract/index.ts';
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

/** Predictions come to a tool through a spreadsheet. Where that cannot hold one, the tool ends and writes nothing. */
export function inSheet({ text, sample }: AnsweredUnit, put: (text: string) => string): string {
  try {
    return put(text);
  } catch (cause) {
    throw new SextantError('bad_run', `the official spreadsheet cannot hold the reply: ${messageOf(cause)}`, {
      where: sample.id,
      fix: 'export another format, such as roborefer-jsonl',
      cause,
    });
  }
}
