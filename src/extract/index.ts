import { type Extractor, SextantError } from '../contracts/index.ts';
import { didYouMean, Registry } from '../util/index.ts';
import { threeDsrLmms } from './3dsr/lmms.ts';
import { blinkOfficial } from './blink/official.ts';
import { choiceOrNumber, choiceOrPoint, choiceOrPointExact, easiChoiceOrNumber } from './by-context.ts';
import { choiceExact, choiceLetter } from './choice-letter.ts';
import { dsiOfficial } from './dsi/official.ts';
import { easiNumber } from './easi/number.ts';
import { lmmsFirstLetter } from './lmms/first-letter.ts';
import {
  lmmsFirstLetterNoReasoning,
  mindcubeLmmsNoReasoning,
  mmsiLmmsNoReasoning,
  refspatialLmms999NoReasoning,
  refspatialLmmsJsonNoReasoning,
  refspatialLmmsNoReasoning,
  siteNoReasoning,
  threeDsrLmmsNoReasoning,
  viewspatialNoReasoning,
  vsiLmmsNoReasoning,
} from './lmms/reasoning-tags.ts';
import { mindcubeLmms, mindcubeOfficial } from './mindcube/official.ts';
import { mmsiEasi, mmsiFork, mmsiLmms, mmsiReadme } from './mmsi/letter.ts';
import { pointExact, pointTuple } from './point-tuple.ts';
import { refspatialEasiPoint2d } from './refspatial/easi-point2d.ts';
import { refspatialGeminiJson } from './refspatial/gemini-json.ts';
import { refspatialLmms, refspatialLmms999, refspatialLmmsJson } from './refspatial/lmms.ts';
import { refspatialMolmoXml, refspatialTextAbsolute, refspatialTextRelative } from './refspatial/text-points.ts';
import { refspatialVlmevalkit } from './refspatial/vlmevalkit.ts';
import { robospatialLmms } from './robospatial/lmms.ts';
import {
  robospatialOfficial,
  robospatialOfficial2,
  robospatialVlmevalkit,
  robospatialVlmevalkit2,
} from './robospatial/official.ts';
import { siteOfficial } from './site/official.ts';
import { viewspatialOfficial } from './viewspatial/official.ts';
import { canInferV0, canInferV1, canInferV2 } from './vlmevalkit/can-infer.ts';
import {
  canInferSplitThink,
  canInferXlsx,
  mmsiEasiSplitThink,
  mmsiEasiXlsx,
  mmsiForkXlsx,
  refspatialEasiSplitThink,
  refspatialEasiXlsx,
  refspatialVlmevalkitSplitThink,
  refspatialVlmevalkitXlsx,
} from './vlmevalkit/spreadsheet.ts';
import { vsiLmms, vsiOfficial } from './vsi/first-word.ts';
import { where2placeOfficial } from './where2place/official.ts';

/** Every way to read an answer that Sextant knows. */
export const extractors: readonly Extractor[] = [
  choiceLetter,
  choiceExact,
  pointTuple,
  pointExact,
  choiceOrPoint,
  choiceOrPointExact,
  choiceOrNumber,
  refspatialTextRelative,
  refspatialTextAbsolute,
  refspatialMolmoXml,
  refspatialGeminiJson,
  refspatialEasiPoint2d,
  refspatialEasiXlsx,
  refspatialEasiSplitThink,
  refspatialVlmevalkit,
  refspatialVlmevalkitXlsx,
  refspatialVlmevalkitSplitThink,
  refspatialLmms,
  refspatialLmmsNoReasoning,
  refspatialLmms999,
  refspatialLmms999NoReasoning,
  refspatialLmmsJson,
  refspatialLmmsJsonNoReasoning,
  mmsiReadme,
  mmsiFork,
  mmsiForkXlsx,
  mmsiLmms,
  mmsiLmmsNoReasoning,
  mmsiEasi,
  mmsiEasiXlsx,
  mmsiEasiSplitThink,
  canInferV0,
  canInferV1,
  canInferV2,
  canInferXlsx,
  canInferSplitThink,
  dsiOfficial,
  easiNumber,
  easiChoiceOrNumber,
  vsiOfficial,
  vsiLmms,
  vsiLmmsNoReasoning,
  blinkOfficial,
  lmmsFirstLetter,
  lmmsFirstLetterNoReasoning,
  viewspatialOfficial,
  viewspatialNoReasoning,
  mindcubeOfficial,
  mindcubeLmms,
  mindcubeLmmsNoReasoning,
  threeDsrLmms,
  threeDsrLmmsNoReasoning,
  siteOfficial,
  siteNoReasoning,
  where2placeOfficial,
  robospatialOfficial,
  robospatialOfficial2,
  robospatialVlmevalkit,
  robospatialVlmevalkit2,
  robospatialLmms,
];

/** The same, and those that modules of users brought. */
export const extractorRegistry = new Registry<Extractor>(extractors);

/** @example findExtractor('choice/letter').extract('(B)', {}) // { answer: 'B' } */
export function findExtractor(id: string): Extractor {
  const found = extractorRegistry.get(id);
  if (found) return found;
  const ids = extractorRegistry.all().map((extractor) => extractor.id);
  throw new SextantError(
    'unknown_extractor',
    `there is no extractor "${id}"`,
    didYouMean(id, ids, '`sextant list extractors` shows them all'),
  );
}

// What scorers and other tools' files need of the same semantics.
export { dsiOfficial } from './dsi/official.ts';
export { meanRelativeAccuracy } from './easi/number.ts';
export {
  isLmmsFailure,
  lmmsDocHash,
  lmmsFailure,
  lmmsFolder,
  lmmsResults,
  lmmsTime,
  lmmsTokenCounts,
} from './lmms/log.ts';
export { withoutReasoning as lmmsWithoutReasoning } from './lmms/reasoning-tags.ts';
export { joinQuestion, partQuestion } from './mmsi/circular.ts';
export { mmsiEasi, mmsiFork, mmsiLmms } from './mmsi/letter.ts';
export { Float as PythonFloat, jsonDumps as pythonJsonDumps, loadJson as pythonJson } from './python/json.ts';
export { literalEval as pythonLiteral } from './python/literal.ts';
export {
  fixed as pythonFixed,
  percent as pythonPercent,
  reprFloat as pythonReprFloat,
  rint as numpyRint,
  round as pythonRound,
} from './python/number.ts';
export { splitWords as pythonSplit, strip as pythonStrip } from './python/text.ts';
export { Dict as PythonDict, type PythonValue, str as pythonStr, Tuple as PythonTuple } from './python/value.ts';
export { isPoint2dParsable } from './refspatial/easi-point2d.ts';
export { parseFractions as vlmevalkitFractions } from './refspatial/vlmevalkit.ts';
export { isVlmevalkitFailure, vlmevalkitFailure } from './vlmevalkit/can-infer.ts';
export { type GroupScore, prefetchGroup, scoreGroup } from './vlmevalkit/circular.ts';
export { spreadsheetCell, throughSpreadsheet } from './vlmevalkit/spreadsheet.ts';
