/** What machines get of a cell. */
export type CellValue = string | number | null;

/** What stands in a table: text, a number with the words people see for it, several of them, or nothing. */
export type Cell = string | { text: string; value: number } | { text: string; values: CellValue[] } | null;

export interface Column {
  name: string;
  align: 'left' | 'right';
  /** Of the bare numbers in CSV and JSON. */
  unit?: string;
  /** What the numbers of a cell are called: in CSV and JSON each has a column of its own. Empty: as the column itself. */
  parts?: readonly string[];
  /** Never shortened to fit a terminal; numbers (`right`) never are. */
  whole?: true;
  /** Only in CSV and JSON: people read it in another cell. */
  hidden?: true;
}

/** Everything Sextant reports is one of these; how it looks is the renderer's business. */
export interface Table {
  title?: string;
  columns: Column[];
  rows: Cell[][];
  /** Sentences that belong to the numbers. */
  notes: string[];
}

/** What a format may know of where it is shown. */
export interface FormatOptions {
  /** Columns of the terminal. */
  width: number;
  color: boolean;
}

/** One form that tables can take: `--format <id>`. */
export interface ReportFormat {
  id: string;
  about: string;
  /** All tables of a report as one text; how it ends is part of the form. */
  render(tables: readonly Table[], opts: FormatOptions): string;
}

/** A small table that a benchmark has to show: diagnostics of a run, statistics of its data. */
export interface Sheet {
  name: string;
  /** What it tells, in one sentence. */
  about: string;
  columns: string[];
  rows: (string | number | null)[][];
  /** The same, drawn: where a picture says it better than a table. */
  charts?: SheetChart[];
}

/** A small drawing that a benchmark has to show. */
export type SheetChart =
  /** Counts side by side, for every key. */
  | { kind: 'bars'; title: string; keys: string[]; series: { name: string; values: number[] }[] }
  /** Every key against every other: shares (0 … 1) or counts; null where nothing was counted. */
  | {
      kind: 'matrix';
      title: string;
      /** What its rows and its columns stand for. */
      down: string;
      across: string;
      keys: string[];
      cells: (number | null)[][];
      unit: 'share' | 'count';
    };

/** A number that somebody printed. Never mixed with a number that we measured. */
export interface Published {
  /** The model as its source names it, and ids of ours that mean the same one. */
  model: string;
  aliases?: string[];
  /** Which of our metrics it corresponds to, and of which group; absent: of everything. */
  metric: string;
  group?: { by: string; key: string };
  /** As printed, in percent. */
  percent: number;
  /** Page, table or file it stands in. */
  source: string;
  /** The protocol it was made with, as far as its source tells. */
  protocol?: string;
  /** Printed by someone other than those who measured it. */
  secondHand?: true;
  note?: string;
}
