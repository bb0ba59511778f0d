import type { Extractor } from '../../contracts/index.ts';
import { at } from '../../util/index.ts';
import { after } from '../after.ts';
import { mmsiEasi, mmsiFork } from '../mmsi/extractors.ts';
import { strip } from '../python/text.ts';
import { refspatialEasiPoint2d } from '../refspatial/easi-point2d.ts';
import { refspatialVlmevalkit } from '../refspatial/vlmevalkit.ts';
import { canInferV2 } from './can-infer.ts';
import { throughSpreadsheet } from './spreadsheet.ts';

/** XlsxWriter as MMSI-Bench's code and EASI's use it, which takes `=A` for a formula; VLMEvalKit's own no longer does. */
const byFork = (text: string) => throughSpreadsheet(text, { formulas: true });
const byVlmevalkit = (text: string) => throughSpreadsheet(text, { formulas: false });

function xlsx(sheet: (text: string) => string, extractor: Extractor): Extractor {
  return after(sheet, extractor, {
    id: named(extractor, 'xlsx'),
    about: `${extractor.about}; of the text as their spreadsheet gives it back`,
  });
}

/** With the environment variable SPLIT_THINK=True. */
function thinkSplit(sheet: (text: string) => string, extractor: Extractor): Extractor {
  return after((text) => sheet(splitThink(text)), extractor, {
    id: named(extractor, 'split-think'),
    about: `${extractor.about}; of what follows the last </think>, as their spreadsheet gives it back`,
  });
}

/** `vlmevalkit/can-infer@v2` becomes `vlmevalkit/can-infer-xlsx@v2`. */
function named({ id }: Extractor, step: string): string {
  return id.replace(/(@.*)?$/, `-${step}$1`);
}

export const mmsiForkXlsx = xlsx(byFork, mmsiFork);
export const mmsiEasiXlsx = xlsx(byFork, mmsiEasi);
export const mmsiEasiSplitThink = thinkSplit(byFork, mmsiEasi);
export const refspatialEasiXlsx = xlsx(byFork, refspatialEasiPoint2d);
export const refspatialEasiSplitThink = thinkSplit(byFork, refspatialEasiPoint2d);
export const canInferXlsx = xlsx(byVlmevalkit, canInferV2);
export const canInferSplitThink = thinkSplit(byVlmevalkit, canInferV2);
export const refspatialVlmevalkitXlsx = xlsx(byVlmevalkit, refspatialVlmevalkit);
export const refspatialVlmevalkitSplitThink = thinkSplit(byVlmevalkit, refspatialVlmevalkit);

/**
 * A reply without its thinking, as VLMEvalKit keeps it in `prediction` with the environment variable SPLIT_THINK: what follows the
 * last `</think>`, stripped; without one, the whole text as it is. Models that bring a `split_thinking` of their own may differ.
 * @example splitThink('<think>A or B?</think>\nB') // 'B'
 * @internal exported for its test
 */
export function splitThink(text: string): string {
  const pieces = text.split('</think>');
  return pieces.length === 1 ? text : strip(at(pieces, -1));
}
