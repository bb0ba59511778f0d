/** A small table that a benchmark has to show: diagnostics of a run, statistics of its data. */
export interface Sheet {
  name: string;
  /** What it tells, in one sentence. */
  about: string;
  columns: string[];
  rows: (string | number | null)[][];
}

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
