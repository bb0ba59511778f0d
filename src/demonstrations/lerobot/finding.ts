/** Everything that can be wrong with a dataset. The names are stable. */
export type FindingCode =
  | 'file_missing'
  | 'file_unreadable'
  | 'info_invalid'
  | 'tasks_unnamed'
  | 'count_differs'
  | 'episode_order'
  | 'range_gap'
  | 'rows_differ'
  | 'row_groups'
  | 'column_unknown'
  | 'column_missing'
  | 'timestamp'
  | 'row_number'
  | 'task_unknown'
  | 'bad_value'
  | 'video_size'
  | 'video_short'
  | 'video_frames'
  | 'video_damaged'
  | 'video_codec'
  | 'stats_missing'
  | 'stats_invalid'
  | 'stats_differ'
  | 'tag_missing';

/** One thing that is wrong, and where. */
export interface Finding {
  code: FindingCode;
  /** With an error LeRobot fails or trains on the wrong data; a warning costs speed or a feature. */
  severity: 'error' | 'warning';
  message: string;
  /** Within the dataset. */
  file: string;
  /** The first row, line or frame where it was found, counted from 0. */
  row?: number;
  field?: string;
  /** In how many rows of this file. */
  times: number;
}

export type Report = (finding: Omit<Finding, 'times' | 'severity'> & { severity?: Finding['severity'] }) => void;

/** Keeps the first finding of each kind, file and field: a shifted column is one finding, not a million. */
export class Findings {
  readonly #known = new Map<string, Finding>();

  readonly report: Report = ({ severity = 'error', ...found }) => {
    const key = JSON.stringify([found.code, found.file, found.field]);
    const known = this.#known.get(key);
    if (known) known.times += 1;
    else this.#known.set(key, { ...found, severity, times: 1 });
  };

  get all(): Finding[] {
    return [...this.#known.values()];
  }
}

/** One line for people. */
export function describeFinding({ file, row, field, message, times }: Finding): string {
  const place = `${file}${row === undefined ? '' : ` row ${row}`}${field === undefined ? '' : ` ${field}`}`;
  return `${place}: ${message}${times > 1 ? ` (${times} times)` : ''}`;
}
