import type { Extractor } from '../../contracts/index.ts';
import { at } from '../../util/index.ts';
import { after } from '../after.ts';
import { mmsiEasi, mmsiFork } from '../mmsi/letter.ts';
import { PythonException } from '../python/exception.ts';
import { lengthOf, strip } from '../python/text.ts';
import { refspatialEasiPoint2d } from '../refspatial/easi-point2d.ts';
import { refspatialVlmevalkit } from '../refspatial/vlmevalkit.ts';
import { canInferV2 } from './can-infer.ts';

/** What a cell of Excel holds at most, in Python's characters; XlsxWriter cuts off the rest. */
const LONGEST_TEXT = 32_767;
/** Of a link, both before and behind the first `#`. A longer one is not written at all. */
const LONGEST_LINK = 2079;

/**
 * A prediction as VLMEvalKit's scorers see it. It has been through a spreadsheet: written by pandas with XlsxWriter, read by pandas
 * with openpyxl. Throws where the file could not be written or read, so that the official script ends.
 *
 * XlsxWriter takes a text that begins with `=` for a formula, and its value is read as 0. MMSI-Bench's code and EASI's leave it at
 * that; VLMEvalKit turned it off in July 2026.
 *
 * One text after the other: pandas also makes numbers of a column in which all texts are numbers, truth values or missing. And a
 * text from `<r>` to `</r>` is XML to XlsxWriter; here it is a text.
 * @example throughSpreadsheet('N/A', { formulas: true }) // 'nan'
 * @example throughSpreadsheet('C\r\n', { formulas: true }) // 'C_x000D_\n'
 */
export function throughSpreadsheet(text: string, { formulas }: { formulas: boolean }): string {
  const read = escaped(cut(spreadsheetCell(text, { formulas })));
  return missing.has(read) ? 'nan' : read;
}

/** What XlsxWriter makes of a text before it cuts and escapes it: the value of a formula, what is shown of a link. */
export function spreadsheetCell(text: string, { formulas }: { formulas: boolean }): string {
  if (!text.isWellFormed()) throw new PythonException('UnicodeEncodeError', 'surrogates not allowed');
  if (formulas && text.startsWith('=')) return formula(text);
  if (text.startsWith('{=') && text.endsWith('}')) return '0';
  return /^(?:(?:ftp|http)s?:\/\/|mailto:|(?:in|ex)ternal:|file:\/\/)/.test(text) ? linkText(text) : text;
}

function formula(text: string): string {
  refuseUnwritable(text);
  return '0';
}

/** What is shown of a link; nothing of one that is too long. */
function linkText(link: string): string {
  const hash = link.indexOf('#');
  const parts = hash === -1 ? [link] : [link.slice(0, hash), link.slice(hash + 1)];
  if (parts.some((part) => lengthOf(part) > LONGEST_LINK)) return '';
  refuseUnwritable(link);
  if (/^(?:external:|file:)/.test(link)) return pathText(link);
  const shown = link.replace(/^(?:mailto:|internal:)/, '');
  if (link.startsWith('internal:') && lengthOf(shown) > LONGEST_LINK + 1)
    throw new PythonException('ValueError', "URL exceeds Excel's maximum length.");
  return shown;
}

function pathText(link: string): string {
  const path = link
    .replace('external:', 'file:///')
    .replace('file:///', '')
    .replace('file://', '')
    .replaceAll('/', '\\');
  // XlsxWriter looks for a drive in the first two characters.
  if (path === '' || /^\p{L}$/u.test(path)) throw new PythonException('IndexError', 'string index out of range');
  return path;
}

function cut(text: string): string {
  return text.length <= LONGEST_TEXT ? text : [...text].slice(0, LONGEST_TEXT).join('');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold.
const control = /[\0-\x08\x0b-\x1f\ufffe\uffff]/g;

/** Formulas and links are written without escapes, and what is no XML cannot be read again. A CR is XML. */
function refuseUnwritable(text: string): void {
  if ((text.match(control) ?? []).some((char) => char !== '\r'))
    throw new PythonException('ParseError', 'not well-formed (invalid token)');
}

/** XlsxWriter escapes what XML cannot hold; openpyxl takes away the mark of an escaped underscore, wherever it stands. */
function escaped(text: string): string {
  return text
    .replace(/_x[0-9a-fA-F]{4}_/g, '_x005F$&')
    .replace(control, (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('x005F_', '');
}

/** What pandas 2 and later take for a missing value. */
const missing: ReadonlySet<string> = new Set(
  ',#N/A,#N/A N/A,#NA,-1.#IND,-1.#QNAN,-NaN,-nan,1.#IND,1.#QNAN,<NA>,N/A,NA,NULL,NaN,None,n/a,nan,null'.split(','),
);

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
