import type { Extractor } from '../../contracts/index.ts';
import { after } from '../after.ts';
import { mmsiLmms } from '../mmsi/lmms.ts';
import { refspatialLmms, refspatialLmms999 } from '../refspatial/lmms.ts';
import { refspatialLmmsJson } from '../refspatial/lmms-json.ts';
import { withoutReasoning } from './reasoning-tags.ts';

/** lmms-eval since v0.7.1, with its defaults: a task never sees what a model thinks between tags. */
function noReasoning(extractor: Extractor): Extractor {
  return after(withoutReasoning, extractor, {
    id: `${extractor.id}-no-reasoning`,
    about: `${extractor.about}; <think> and <analysis> are cut out first, as since v0.7.1`,
  });
}

export const mmsiLmmsNoReasoning = noReasoning(mmsiLmms);
export const refspatialLmmsNoReasoning = noReasoning(refspatialLmms);
export const refspatialLmms999NoReasoning = noReasoning(refspatialLmms999);
export const refspatialLmmsJsonNoReasoning = noReasoning(refspatialLmmsJson);
