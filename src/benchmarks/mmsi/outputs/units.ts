import type { Answered, Extraction, Extractor, Scorer, UnitResult } from '../../../contracts/index.ts';
import { lmmsWithoutReasoning, spreadsheetCell, throughSpreadsheet } from '../../../extract/index.ts';
import type { SheetCell } from '../../../tables/index.ts';
import { inSheet as checkedInSheet } from '../../in-sheet.ts';
import type { MmsiSample } from '../sample.ts';

type AnsweredUnit = Answered<MmsiSample>;

/** Units of the first repetition: the official tools know no others. */
export async function firstEpoch(units: AsyncIterable<AnsweredUnit>): Promise<AnsweredUnit[]> {
  return (await Array.fromAsync(units)).filter(({ result }) => result.epoch === 0);
}

/** In the order of their index, as the official tables are sorted. */
export function byIndex(units: readonly AnsweredUnit[]): AnsweredUnit[] {
  return units.toSorted((a, b) => Number(a.sample.id) - Number(b.sample.id));
}

export function isCircular(units: readonly AnsweredUnit[]): boolean {
  return units.some(({ sample }) => sample.groups.question !== undefined);
}

/** A model's id as part of a file name. */
export function fileName(model: string): string {
  return model.replaceAll(/[^\w.-]+/g, '-');
}

/**
 * What VLMEvalKit keeps of a question: its columns without the pictures. Options have columns of their own where they could be
 * read: VLMEvalKit's scorer needs them, the authors' does not mind.
 */
export function questionCells({ sample }: AnsweredUnit, circular: boolean): Record<string, SheetCell> {
  return {
    index: Number(sample.id),
    question: sample.question,
    ...sample.choices,
    answer: sample.answer,
    category: sample.label,
    ...(circular && { g_index: Number(sample.original) }),
  };
}

/** Rows of named cells as a table; a cell that a row lacks is empty. */
export function asTable(rows: readonly Record<string, SheetCell>[]): { columns: string[]; cells: SheetCell[][] } {
  const columns = [...new Set(rows.flatMap(Object.keys))];
  return { columns, cells: rows.map((row) => columns.map((name) => row[name] ?? null)) };
}

/** Whether the writer of a tool's spreadsheet takes `=A` for a formula. */
type SheetRules = Parameters<typeof throughSpreadsheet>[1];

/** Units as a scorer of VLMEvalKit's family sees them: replies come to it through a spreadsheet. */
export function asRead(units: readonly AnsweredUnit[], rules: SheetRules): AnsweredUnit[] {
  return units.map((unit) => ({ ...unit, text: inSheet(unit, (text) => throughSpreadsheet(text, rules)) }));
}

/** Units as a task of lmms-eval sees them: without what the model thinks between tags. */
export function withoutReasoning(units: readonly AnsweredUnit[]): AnsweredUnit[] {
  return units.map((unit) => ({ ...unit, text: lmmsWithoutReasoning(unit.text) }));
}

/** The reply as the tool's writer would put it into a cell, which is not always the text. */
export function replyCell(unit: AnsweredUnit, rules: SheetRules): string {
  return inSheet(unit, (text) => spreadsheetCell(text, rules));
}

function inSheet({ text, sample }: AnsweredUnit, put: (text: string) => string): string {
  return checkedInSheet(text, { id: sample.id, instead: 'vlmevalkit-json', put });
}

/** A unit judged anew, by one official rule. */
export interface JudgedChoice {
  unit: AnsweredUnit;
  letter: string | null;
  result: UnitResult;
}

/** Judges by a tool's own rules, whatever the run was scored by: the file must hold what that tool would write. */
export async function judge(
  unit: AnsweredUnit,
  extractor: Extractor,
  scorer: Scorer<MmsiSample>,
): Promise<JudgedChoice> {
  const { sample, text } = unit;
  const extraction: Extraction = extractor.extract(text, { choices: sample.choices });
  const { value, facts } = await scorer.score(sample, extraction, noAssets);
  const letter = facts?.letter === undefined ? null : String(facts.letter);
  const result = { ...unit.result, outcome: 'answered' as const, extraction, score: value, ...(facts && { facts }) };
  return { unit, letter, result };
}

/** Multiple choice needs no files to be scored. */
const noAssets = {
  bytes: () => Promise.reject(new Error('scoring needs no files')),
  mask: () => Promise.reject(new Error('scoring needs no files')),
};
