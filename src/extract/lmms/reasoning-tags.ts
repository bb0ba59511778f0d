import type { Extractor } from '../../contracts/index.ts';
import { threeDsrLmms } from '../3dsr/lmms.ts';
import { after } from '../after.ts';
import { mindcubeLmms } from '../mindcube/official.ts';
import { mmsiLmms } from '../mmsi/letter.ts';
import { strip } from '../python/text.ts';
import { refspatialLmms, refspatialLmms999, refspatialLmmsJson } from '../refspatial/lmms.ts';
import { siteOfficial } from '../site/official.ts';
import { viewspatialOfficial } from '../viewspatial/official.ts';
import { vsiLmms } from '../vsi/first-word.ts';
import { lmmsFirstLetter } from './first-letter.ts';

/** lmms-eval's default for `--reasoning_tags`. */
const tags = [
  ['<think>', '</think>'],
  ['<analysis>', '</analysis>'],
] as const;

/**
 * A reply without its reasoning, as lmms-eval's `strip_reasoning_tags` leaves it since v0.7.1: blocks are cut out, and where only
 * the closing tag is there, what precedes the last one. A tag that is never closed stays. Then `str.strip()`.
 * @example withoutReasoning('<think>A or B?</think>\nB') // 'B'
 */
export function withoutReasoning(text: string): string {
  return strip(tags.reduce((rest, [open, close]) => withoutBlocks(rest, open, close), text));
}

function withoutBlocks(text: string, open: string, close: string): string {
  const rest = text.includes(open) ? cutOut(text, open, close) : text;
  const end = rest.includes(open) ? -1 : rest.lastIndexOf(close);
  return end === -1 ? rest : rest.slice(end + close.length);
}

/** Character by character, because what a cut brings together may be a tag again; searching anew would take quadratic time. */
function cutOut(text: string, open: string, close: string): string {
  const kept: string[] = [];
  for (let at = 0; at < text.length; at++) {
    kept.push(text.charAt(at));
    if (text.charAt(at) !== '>' || kept.slice(-open.length).join('') !== open) continue;
    const end = text.indexOf(close, at + 1);
    if (end === -1) return kept.join('') + text.slice(at + 1);
    kept.length -= open.length;
    at = end + close.length - 1;
  }
  return kept.join('');
}

/** lmms-eval since v0.7.1, with its defaults: a task never sees what a model thinks between tags. */
function noReasoning(extractor: Extractor): Extractor {
  return after(withoutReasoning, extractor, {
    id: `${extractor.id}-no-reasoning`,
    about: `${extractor.about}; <think> and <analysis> are cut out first, as in lmms-eval since v0.7.1`,
  });
}

export const mmsiLmmsNoReasoning = noReasoning(mmsiLmms);
export const refspatialLmmsNoReasoning = noReasoning(refspatialLmms);
export const refspatialLmms999NoReasoning = noReasoning(refspatialLmms999);
export const refspatialLmmsJsonNoReasoning = noReasoning(refspatialLmmsJson);
export const vsiLmmsNoReasoning = noReasoning(vsiLmms);
export const lmmsFirstLetterNoReasoning = noReasoning(lmmsFirstLetter);
export const viewspatialNoReasoning = noReasoning(viewspatialOfficial);
export const mindcubeLmmsNoReasoning = noReasoning(mindcubeLmms);
export const threeDsrLmmsNoReasoning = noReasoning(threeDsrLmms);
export const siteNoReasoning = noReasoning(siteOfficial);
